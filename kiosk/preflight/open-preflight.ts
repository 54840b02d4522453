/**
 * Puts the checks together and keeps what they found. Two of them need people: the scanner's check waits for a scan of
 * the test code; the test print's check reports a badge that was printed before. Called by browser-preflight.ts.
 */

import { createListeners } from '#shared/base/observable.ts';
import { secondMs } from '#shared/base/time.ts';
import { createScanWait, scanWaitMs } from './await-scan.ts';
import {
  admissionChecks,
  type Check,
  type CheckId,
  type CheckLevel,
  type CheckResult,
  checkIds,
  found,
} from './check.ts';
import { dataChecks } from './data-checks.ts';
import { deviceChecks } from './device-checks.ts';
import { eventChecks, roleOf } from './event-checks.ts';
import { otherKiosksCheck } from './other-kiosks.ts';
import type { PreflightPorts } from './ports.ts';
import type { CheckView, Preflight, PreflightState } from './preflight.ts';
import { runChecks } from './run-checks.ts';
import { storageChecks } from './storage-checks.ts';

const printWaitMs = 9 * secondMs;

export function openPreflight(ports: PreflightPorts): Preflight {
  const listeners = createListeners();
  const scanWait = createScanWait(ports);
  const results = new Map<CheckId, CheckResult>();
  const running = new Set<CheckId>();
  const isNeeded = (id: CheckId): boolean => !admissionChecks.has(id) || roleOf(ports) !== 'exhibitor';
  let state: PreflightState = draw(null, false);
  let printed: CheckResult | null = null;

  const checks: readonly Check[] = [
    ...dataChecks(ports),
    otherKiosksCheck(ports),
    ...eventChecks(ports),
    ...storageChecks(ports),
    ...deviceChecks(ports),
    { id: 'scanner', timeoutMs: scanWaitMs + secondMs / 4, run: scanWait.run },
    { id: 'test_print', timeoutMs: secondMs, run: async () => lastPrint() },
  ];

  function draw(finishedAtMs: number | null, whole: boolean): PreflightState {
    const needed = checkIds.filter(isNeeded);
    const views = needed.map((id): CheckView => ({ id, running: running.has(id), result: results.get(id) ?? null }));
    return Object.freeze({
      checks: views,
      running: whole,
      level: finishedAtMs === null ? null : worst(views),
      finishedAtMs,
      awaitsScan: running.has('scanner'),
    });
  }

  function tell(finishedAtMs = state.finishedAtMs, whole = state.running): void {
    state = draw(finishedAtMs, whole);
    listeners.notify();
  }

  async function perform(some: readonly Check[]): Promise<void> {
    for (const { id } of some) running.add(id);
    tell();
    await runChecks(some, ports, (id, result) => {
      running.delete(id);
      results.set(id, result);
      tell();
    }).done;
  }

  function lastPrint(): CheckResult {
    if (ports.printing.state().printers.length === 0) return found('test_print', 'no_printer');
    if (printed !== null) return printed;
    const badge = ports.printing.state().recent.find((job) => job.state === 'printed');
    return badge === undefined
      ? found('test_print', 'not_tried')
      : found('test_print', 'ok', { printer: badge.printerName ?? '' });
  }

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    async run() {
      if (state.running) return;
      tell(state.finishedAtMs, true);
      await perform(checks.filter(({ id }) => isNeeded(id) && !running.has(id)));
      tell(ports.clock.now(), false);
    },
    async retry(id) {
      if (running.has(id)) return;
      await perform(checks.filter((check) => check.id === id));
    },
    skipScan: scanWait.skip,
    async printTest(words) {
      if (running.has('test_print')) return;
      const print: Check = {
        id: 'test_print',
        timeoutMs: printWaitMs,
        run: async () => {
          const answer = await ports.printing.testPrint(words);
          printed = answer.ok ? found('test_print', 'ok') : found('test_print', 'failed', { failure: answer.failure });
          return printed;
        },
      };
      await perform([print]);
    },
    offerScan: scanWait.offer,
  };
}

const order: readonly CheckLevel[] = ['ok', 'warn', 'fail'];

function worst(views: readonly CheckView[]): CheckLevel {
  const ranks = views.map(({ result }) => (result === null ? 0 : order.indexOf(result.level)));
  return order[Math.max(0, ...ranks)] ?? 'fail';
}
