/** The state of network, disks and server at a moment: the lasting faults of a scenario, looked up when they matter. */
import type { NetworkMood } from './network.ts';
import type { Fault } from './scenario.ts';
import type { DiskMood } from './sim-disk.ts';

export interface Moods {
  network(kiosk: number): NetworkMood;
  disk(kiosk: number): DiskMood;
  /** Mean time of a commit, in milliseconds. */
  commitMs(): number;
}

/** @param clock milliseconds since the event opened */
export function moodsOf(faults: readonly Fault[], clock: () => number): Moods {
  const spans = faults.filter((fault) => 'fromMs' in fault);
  const now = <K extends (typeof spans)[number]['kind']>(kind: K, kiosk: number) => {
    const ms = clock();
    return spans.find(
      (fault): fault is Extract<(typeof spans)[number], { kind: K }> =>
        fault.kind === kind && (fault.kiosk === null || fault.kiosk === kiosk) && fault.fromMs <= ms && ms < fault.toMs,
    );
  };
  return {
    network: (kiosk: number): NetworkMood => ({
      cut: now('partition', kiosk)?.how ?? null,
      wayMs: now('slow_network', kiosk)?.wayMs ?? 4,
      dropRequests: now('lost_requests', kiosk)?.share ?? 0,
      dropAnswers: now('lost_answers', kiosk)?.share ?? 0,
      repeats: now('repeated_requests', kiosk)?.share ?? 0,
    }),
    commitMs: () => now('server_slow', 0)?.commitMs ?? 1.2,
    disk: (kiosk: number): DiskMood => ({
      full: now('disk_full', kiosk) !== undefined,
      faultShare: now('disk_faults', kiosk)?.share ?? 0,
      writeMs: now('disk_slow', kiosk)?.writeMs ?? 2,
    }),
  };
}
