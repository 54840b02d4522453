/**
 * The printers of the device host as they are now: asked for once, kept fresh by what the host tells, asked again
 * now and then because a host may be restarted with other printers. Without a host there are none.
 */
import type { HostApi, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import type { Timing } from './ports.ts';

export interface HostPrinters {
  list(): readonly PrinterStatus[];
  /** Whether the host answered when it was last asked, or has reported a printer's state since. */
  reachable(): boolean;
  observe(listener: () => void): () => void;
  stop(): void;
}

const askEveryMs = 15_000;

export function watchPrinters(host: HostApi | null, timing: Timing): HostPrinters {
  const listeners = new Set<() => void>();
  let printers: readonly PrinterStatus[] = [];
  let reachable = false;
  let stopped = false;
  let cancel = (): void => {};

  function set(next: readonly PrinterStatus[], answers: boolean): void {
    if (stopped) return;
    const same = reachable === answers && JSON.stringify(next) === JSON.stringify(printers);
    printers = next;
    reachable = answers;
    if (!same) for (const listener of listeners) listener();
  }

  async function ask(from: HostApi): Promise<void> {
    try {
      set(await from.printers(), true);
    } catch {
      // The known states of the printers stay; the client marks them itself when it loses the host.
      set(printers, false);
    }
    if (!stopped) cancel = timing.after(askEveryMs, () => void ask(from));
  }

  const unlisten = host?.onPrinterState((status) => {
    const known = printers.some(({ id }) => id === status.id);
    const next = known ? printers.map((old) => (old.id === status.id ? status : old)) : [...printers, status];
    set(next, status.reason !== 'host_lost');
  });
  if (host !== null) void ask(host);

  return {
    list: () => printers,
    reachable: () => reachable,
    observe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      stopped = true;
      cancel();
      unlisten?.();
    },
  };
}
