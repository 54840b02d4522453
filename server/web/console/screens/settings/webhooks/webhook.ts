/** Webhooks as the API gives them, and their states as sentences. */

import type { DisabledReason } from '#shared/modules/webhooks/webhooks.ts';
import { dayAndTime } from '../../../../parts/format-time.ts';
import { t } from '../../../../parts/text/text.ts';

export interface Webhook {
  readonly id: string;
  readonly version: number;
  readonly url: string;
  readonly description: string | null;
  /** Types or patterns; null or empty: all. */
  readonly events: readonly string[] | null;
  readonly collections: readonly string[] | null;
  readonly status: 'active' | 'disabled';
  /** Only in the answers that make the webhook and rotate its secret; null in others. */
  readonly secret: string | null;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: string | null;
  readonly failingSince: string | null;
  readonly previousSecretUntil: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly eventType: string;
  /** Of the change in the log; 0: a test. */
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
  by_hand: t('switched_off_by_a_member'),
  failing: t('switched_off_no_message_was_accepted'),
  gone: t('switched_off_the_address_responded_410'),
  backlog_full: t('switched_off_too_many_messages_were'),
};

/** Explains why nothing is sent, and what to do about it. */
export function disabledText({ disabledReason, disabledAt }: Webhook): string {
  const why = disabledReason === null ? t('switched_off_2') : whyDisabled[disabledReason];
  const since = disabledAt === null ? '' : t('nothing_has_been_sent_since', { dayAndTime: dayAndTime(disabledAt) });
  const notified = disabledReason === 'by_hand' ? '' : t('owners_and_admins_were_notified_by');
  return t('once_the_address_works_switch_it', { why, since, notified });
}

export function eventsText({ events, collections }: Pick<Webhook, 'events' | 'collections'>): string {
  const [types, of] = [events ?? [], collections ?? []];
  const what = types.length === 0 ? t('all_events') : types.join(', ');
  return of.length === 0 ? what : t('only_of', { what, list: of.join(', ') });
}

const problems: Readonly<Record<string, string>> = {
  timeout: t('no_response_in_time'),
  address_refused: t('the_address_is_not_public'),
  name_unknown: t('the_server_name_was_not_found'),
  connection_refused: t('the_connection_was_refused'),
  connection_broken: t('the_connection_was_lost'),
  tls_failed: t('its_certificate_is_not_valid'),
  answer_invalid: t('the_response_was_not_http'),
  redirect_not_followed: t('the_response_was_a_redirect_which'),
  record_gone: t('the_record_no_longer_exists'),
  secret_unreadable: t('our_secret_cannot_be_read_create'),
};

/** @param status of the answer; null: there was none. @param problem code; null: none */
export function answerText(status: number | null, problem: string | null): string {
  if (problem === null) return status === null ? t('not_tried_yet') : t('responded', { status });
  return problems[problem] ?? (status === null ? problem : t('responded', { status }));
}
