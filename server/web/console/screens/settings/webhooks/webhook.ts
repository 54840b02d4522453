/** Webhooks as the API gives them, and their states as sentences. */
import type { DisabledReason } from '#shared/modules/webhooks/webhooks.ts';
import { dayAndTime } from '../../../../parts/format-time.ts';

export interface Webhook {
  readonly id: string;
  readonly version: number;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[] | null;
  readonly collections: readonly string[] | null;
  readonly status: 'active' | 'disabled';
  /** There this once, after it was made. */
  readonly secret: string | null;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: string | null;
  readonly failingSince: string | null;
  readonly previousSecretUntil: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly eventType: string;
  readonly sequence: number;
  readonly changedAt: string;
  readonly collection: string;
  readonly record: string;
  readonly status: 'pending' | 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly lastStatus: number | null;
  readonly lastProblem: string | null;
}

const whyDisabled: Readonly<Record<DisabledReason, string>> = {
  by_hand: 'Switched off by a member.',
  failing: 'Switched off: no message was accepted for 3 days.',
  gone: 'Switched off: the address responded 410 Gone, so it accepts no more messages.',
  backlog_full: 'Switched off: too many messages were waiting.',
};

/** Why nothing is sent, and what to do about it. */
export function disabledText({ disabledReason, disabledAt }: Webhook): string {
  const why = disabledReason === null ? 'Switched off.' : whyDisabled[disabledReason];
  const since = disabledAt === null ? '' : ` Nothing has been sent since ${dayAndTime(disabledAt)}.`;
  const notified = disabledReason === 'by_hand' ? '' : ' Owners and admins were notified by email.';
  return `${why}${since}${notified} Once the address works, switch it on and replay the time since then. Nothing is lost.`;
}

export function eventsText({ events, collections }: Pick<Webhook, 'events' | 'collections'>): string {
  const [types, of] = [events ?? [], collections ?? []];
  const what = types.length === 0 ? 'all events' : types.join(', ');
  return of.length === 0 ? what : `${what}, only of ${of.join(', ')}`;
}

const problems: Readonly<Record<string, string>> = {
  timeout: 'no response in time',
  address_refused: 'the address is not public',
  name_unknown: 'the server name was not found',
  connection_refused: 'the connection was refused',
  connection_broken: 'the connection was lost',
  tls_failed: 'its certificate is not valid',
  answer_invalid: 'the response was not HTTP',
  redirect_not_followed: 'the response was a redirect, which is not followed',
  record_gone: 'the record no longer exists',
  secret_unreadable: 'our secret cannot be read: create a new one',
};

export function answerText(status: number | null, problem: string | null): string {
  if (problem === null) return status === null ? 'not tried yet' : `responded ${status}`;
  return problems[problem] ?? (status === null ? problem : `responded ${status}`);
}
