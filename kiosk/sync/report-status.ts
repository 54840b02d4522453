/**
 * Reports this kiosk's status to the server while the sync is live: every 15 seconds, and soon after something people
 * watch has changed.
 */

import type { Timers } from '#kiosk/store/timers.ts';
import { secondMs } from '#shared/base/time.ts';
import { statusEveryMs } from '#shared/sync/presence.ts';
import type { StatusRequest } from '#shared/sync/up.ts';
import type { Link } from './link.ts';

/** A change is reported after this, so that a rush of scans is one report. */
const soonMs = 2 * secondMs;

export interface PrinterReport {
  readonly state: StatusRequest['printer'];
  readonly paper: StatusRequest['paper'];
  /** Advice on what the printer needs; null while all is well. */
  readonly message: string | null;
}

/** Values that change on their own cause no report: the next one brings them. */
const restless: ReadonlySet<string> = new Set(['clockOffsetMs', 'dataAsOf']);

function news(body: Omit<StatusRequest, 'kiosks'>): string {
  return JSON.stringify(body, (name, value: unknown) => (restless.has(name) ? undefined : value));
}

export interface StatusReports {
  /** Something in the report may have changed. */
  changed(): void;
  stop(): void;
}

export function reportStatus(
  link: Link,
  read: () => Omit<StatusRequest, 'kiosks'>,
  online: () => boolean,
  timers: Timers,
): StatusReports {
  let reported = '';
  let stopped = false;
  let cancel = timers.after(0, report);
  let soon = false;

  function report(): void {
    soon = false;
    cancel = timers.after(statusEveryMs, report);
    if (!online()) return;
    const body = read();
    reported = news(body);
    // The pull finds the failures of this request too; a lost report is followed by the next.
    link
      .ask({ method: 'POST', path: '/api/v1/actions/events.kiosk_status', body })
      .catch((error: unknown) => console.error('the status was not reported:', error));
  }

  return {
    changed() {
      if (stopped || soon || news(read()) === reported) return;
      soon = true;
      cancel();
      cancel = timers.after(soonMs, report);
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
