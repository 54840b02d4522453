/**
 * Keeps the page on this browser's disk by the service worker in `worker/`, looks for newer versions, and moves this
 * window to one only while it is idle. Started by page-devices.ts.
 */

import type { OfflineStart } from '#kiosk/preflight/offline-start.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import type { IdleQuestion, OwnerAnswer, PageMessage } from './wire/messages.ts';

const lookEveryMs = secondMs;
const updateEveryMs = 5 * minuteMs;
/** Interval after a version that could not be taken whole, or a registration that failed. */
const retryEveryMs = 30 * secondMs;
/** Interval between two wishes to switch: for each of them the worker asks every window. */
const askEveryMs = 3 * secondMs;
/** Key in the session's storage of the version that this window was reloaded for, so that it is never more than once. */
const reloadedFor = 'gatehouse-reloaded-for';

export interface KeepPageParts {
  /** Absent: the browser has none for this address. */
  readonly workers: ServiceWorkerContainer | undefined;
  /** Address of the script that this window runs. */
  readonly script: string;
  readonly isIdle: () => boolean;
  readonly reload: () => void;
  readonly monotonicMs: () => number;
  /** Throws in a browser that forbids storage, as reading `sessionStorage` does there. */
  readonly session: () => Storage;
  readonly onFault: (error: unknown) => void;
}

/** @returns a function that reads the state at any time */
export function keepPage(parts: KeepPageParts): () => OfflineStart {
  const { workers, isIdle, monotonicMs, session, onFault } = parts;
  if (workers === undefined) return () => 'unsupported';
  const container = workers;
  let registration: ServiceWorkerRegistration | null = null;
  /** The version that this window should be loaded again for. */
  let wanted: string | null = null;
  let triedMs = Number.NEGATIVE_INFINITY;
  let askedMs = Number.NEGATIVE_INFINITY;
  let fetching = false;

  container.addEventListener('message', ({ data, ports }: MessageEvent<IdleQuestion>) => {
    if (data.kind === 'idle') ports[0]?.postMessage(isIdle());
  });
  container.addEventListener('controllerchange', () => void compare().catch(onFault));
  window.addEventListener('online', () => {
    triedMs = Number.NEGATIVE_INFINITY;
  });
  void compare().catch(onFault);
  tick();
  setInterval(tick, lookEveryMs);

  function tick(): void {
    void fetchNext();
    joinWorker();
    moveOn();
  }

  /** Whether the worker in charge has this window's version; if not, the window moves to the worker's. */
  async function compare(): Promise<void> {
    const worker = container.controller;
    if (!worker) return;
    const { version, own } = await askOwner(worker, parts.script);
    wanted = own || session().getItem(reloadedFor) === version ? null : version;
  }

  /** A forced reload passes the worker by, and a window that loads while the worker starts to work may miss it. */
  function joinWorker(): void {
    const wish: PageMessage = { kind: 'claim' };
    if (container.controller === null) registration?.active?.postMessage(wish);
  }

  /** Leaves this version, or asks to, while the page is idle. */
  function moveOn(): void {
    if (!isIdle()) return;
    if (wanted !== null) {
      session().setItem(reloadedFor, wanted);
      wanted = null;
      parts.reload();
    } else if (registration?.waiting && monotonicMs() - askedMs >= askEveryMs) {
      askedMs = monotonicMs();
      const wish: PageMessage = { kind: 'switch' };
      registration.waiting.postMessage(wish);
    }
  }

  async function fetchNext(): Promise<void> {
    const everyMs = registration?.active ? updateEveryMs : retryEveryMs;
    if (fetching || registration?.installing || monotonicMs() - triedMs < everyMs) return;
    triedMs = monotonicMs();
    fetching = true;
    try {
      if (registration === null || isForgotten(registration)) registration = await register();
      // Without a server this fails, and what is on the disk goes on.
      if (navigator.onLine) await registration.update().catch(() => undefined);
    } catch (error) {
      onFault(error);
    }
    fetching = false;
  }

  async function register(): Promise<ServiceWorkerRegistration> {
    const made = await container.register('./sw.js', {
      scope: './',
      updateViaCache: 'none',
    });
    made.addEventListener('updatefound', () => {
      const { installing } = made;
      installing?.addEventListener('statechange', () => {
        // A version that was broken in the middle of a deployment is whole soon after.
        if (installing.state === 'redundant') triedMs = monotonicMs() - updateEveryMs + retryEveryMs;
      });
    });
    return made;
  }

  return () => {
    if (!registration?.active) return 'preparing';
    return registration.waiting ? 'update_waiting' : 'ready';
  };
}

/** The browser drops a registration whose first version could not be taken; it takes no update from then on. */
function isForgotten({ active, installing, waiting }: ServiceWorkerRegistration): boolean {
  return active === null && installing === null && waiting === null;
}

function askOwner(worker: ServiceWorker, script: string): Promise<OwnerAnswer> {
  const { port1, port2 } = new MessageChannel();
  const question: PageMessage = { kind: 'owner', script };
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<OwnerAnswer>) => resolve(data);
    worker.postMessage(question, [port2]);
  });
}
