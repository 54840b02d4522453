/** Finds the registration that an action of an attendee is about, and checks whether the caller may act for it. */
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type Actor, hasScope } from '../../core/policy/actor.ts';
import type { Reader } from '../../store/contract.ts';
import { registrationOf } from './records.ts';

export interface AskedFor {
  readonly eventId: string;
  readonly registrationId: string;
  /** Secret of the ticket page: the credential of a caller without the scope. */
  readonly secret?: string | null | undefined;
}

/**
 * @param scope what a caller without the secret needs; a caller with the secret is the attendee
 * @returns `registration_not_found` also for a wrong secret or a missing scope: whether the registration exists is not said
 */
export async function attendeeOf(
  reader: Reader,
  { eventId, registrationId, secret }: AskedFor,
  actor: Actor,
  scope: 'events:read' | 'events:write' = 'events:write',
): Promise<Result<RegistrationRecord>> {
  const found = await registrationOf(reader, eventId, registrationId);
  if (!found.ok) return found;
  const isAllowed =
    secret === undefined || secret === null ? hasScope(actor, scope) : secret === found.value.pageSecret;
  return isAllowed ? found : refuseWith('registration_not_found', { path: 'registrationId' });
}

/** Refuses with `registration_not_valid` unless the registration is pending or confirmed. */
export function checkValid({ status }: Pick<RegistrationRecord, 'status'>): Result<null> {
  if (status === 'pending' || status === 'confirmed') return ok(null);
  return refuseWith('registration_not_valid', { path: 'registrationId', detail: { status } });
}

/** Whether an action comes from the attendee instead of an organizer’s program. */
export function isAttendee({ secret }: Pick<AskedFor, 'secret'>): boolean {
  return secret !== undefined && secret !== null;
}
