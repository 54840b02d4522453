/** Applies a bulk action to one attendee, by the functions that the single actions use. */
import { must } from '#shared/base/assert.ts';
import type { Refusal, Result } from '#shared/base/result.ts';
import type { AttendeeBatchRecord } from '#shared/modules/events/attendee-batch.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { Checkin } from '../checkin/checkin.ts';
import { resendTicket } from '../letters/resend.ts';
import type { EventsPorts } from '../ports.ts';
import { cancelPlace, isOver, mayCancel } from '../registration/cancel-registration.ts';
import { freshCode } from '../ticket-keys.ts';

export type Outcome = { readonly kind: 'done' | 'skipped' } | { readonly kind: 'refused'; readonly refusal: Refusal };

const done: Outcome = { kind: 'done' };
const skipped: Outcome = { kind: 'skipped' };
const outcomeOf = (result: Result<unknown>): Outcome =>
  result.ok ? done : { kind: 'refused', refusal: result.errors[0] };

export interface Doing {
  readonly event: EventRecord;
  readonly batch: AttendeeBatchRecord;
  readonly nowMs: number;
  readonly ports: EventsPorts;
  readonly checkin: Checkin;
}

/** The refund that the organizer chose; null: the rules of the event decide. */
export const refundAsked = ({ refund }: Pick<AttendeeBatchRecord, 'refund'>) =>
  refund === null || refund === 'rules' ? null : refund;

async function cancel(tx: Transaction, registration: RegistrationRecord, { event, batch, nowMs }: Doing) {
  if (isOver(registration)) return skipped;
  const asked = refundAsked(batch);
  const may = mayCancel(event, registration, asked, nowMs);
  if (!may.ok) return outcomeOf(may);
  await cancelPlace(tx, event, registration, { asked, cause: 'cancelled', reason: batch.reason, nowMs });
  return done;
}

/** Checks a person in as at a gate, with the code of this moment. */
async function checkIn(tx: Transaction, registration: RegistrationRecord, { batch, nowMs, ports, checkin }: Doing) {
  if (registration.checkedInAt !== null || isOver(registration)) return skipped;
  const { json } = await freshCode(tx, registration, nowMs, ports);
  const { event, gate } = batch;
  return outcomeOf(await checkin.admit(tx, json, { eventId: event, gateId: must(gate, 'the gate of a batch'), nowMs }));
}

export const forOne: Readonly<
  Record<
    AttendeeBatchRecord['action'],
    (tx: Transaction, registration: RegistrationRecord, doing: Doing) => Promise<Outcome>
  >
> = {
  cancel,
  check_in: checkIn,
  resend: async (tx, registration, { nowMs }) =>
    isOver(registration) ? skipped : outcomeOf(await resendTicket(tx, registration, nowMs)),
};
