/**
 * The common steps of every change of a registration after the sale: checks whether it may be changed, and ends its old
 * ticket.
 */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { emailKey } from '../registration/registration-rule.ts';
import { withdrawnTicket } from './complete-change.ts';

export function mayChange(
  event: EventRecord,
  { checkedInAt, paymentStatus, status }: RegistrationRecord,
  nowMs: number,
): Result<null> {
  const now = eventStatusAt(event, nowMs);
  if (now === 'completed') return refuseWith('event_ended', { detail: { endsAt: event.endsAt } });
  if (now === 'cancelled') return refuseWith('event_over');
  if (status !== 'confirmed') return refuseWith('registration_not_confirmed', { detail: { status, paymentStatus } });
  if (checkedInAt !== null) return refuseWith('no_change_after_checkin', { detail: { checkedInAt } });
  return ok(null);
}

/**
 * A registration that stands for the old ticket alone: a kiosk that is offline admits a signed number that it does not
 * know, so it has to know the old one as withdrawn. Call when the old number has left its registration.
 */
export async function keepOldTicket(
  tx: Transaction,
  old: RegistrationRecord,
  because: { readonly transferredTo: string } | { readonly changeOf: string },
  { ports, tenant }: { readonly ports: Pick<EventsPorts, 'randomBytes'>; readonly tenant: string },
): Promise<RegistrationRecord> {
  const { company, currency, email, event, formAnswers, language, name, pageSecret, role } = old;
  const isPageTheirs = 'transferredTo' in because;
  return await tx.create(registrations, {
    ...{ event, name, email, emailKey: emailKey(email), company, role, language },
    ...(isPageTheirs && { formAnswers }),
    // After a change of type the page goes on showing the ticket that is valid.
    pageSecret: isPageTheirs ? pageSecret : makePageSecret(tenant, ports.randomBytes(pageSecretRandomBytes)),
    ...{ amount: 0, currency, paymentStatus: 'not_required' },
    ...withdrawnTicket(old, tx.now),
    ...because,
  });
}
