/** The person who acts: a registration, named by an API client or proven by the secret of its ticket page. */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type AttendeeProfileRecord, attendeeProfiles } from '#shared/modules/events/networking.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import { hasScope } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventOf, registrationOf } from '../records.ts';
import { type NetworkingSetting, networkingOf } from './setting.ts';

export interface Acting {
  readonly eventId: string;
  readonly registrationId: string;
  readonly secret?: string | null | undefined;
}

export interface Attendee {
  readonly event: EventRecord;
  readonly setting: NetworkingSetting;
  readonly registration: RegistrationRecord;
}

/** A place that can be used, or will be when it is paid. */
export function isStanding({ status }: Pick<RegistrationRecord, 'status'>): boolean {
  return status === 'confirmed' || status === 'pending';
}

/** A caller that may neither act for everyone nor knows the secret learns nothing of the registration. */
export async function attendeeOf(
  reader: Reader,
  { eventId, registrationId, secret }: Acting,
  actor: Actor,
): Promise<Result<Attendee>> {
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  const found = await registrationOf(reader, eventId, registrationId);
  if (!found.ok) return found;
  const isTheirs =
    secret === undefined || secret === null
      ? hasScope(actor, 'events:write') || hasScope(actor, 'events:read')
      : secret === found.value.pageSecret;
  if (!isTheirs) return refuseWith('registration_not_found', { path: 'registrationId' });
  return ok({ event: event.value, setting: networkingOf(event.value), registration: found.value });
}

export interface Networker extends Attendee {
  readonly profile: AttendeeProfileRecord;
}

/** Whether others may see the person. */
export function isVisible(
  { networkingOptIn }: Pick<AttendeeProfileRecord, 'networkingOptIn'>,
  { optInRequired }: Pick<NetworkingSetting, 'optInRequired'>,
): boolean {
  return optInRequired ? networkingOptIn === true : networkingOptIn !== false;
}

/** A person who takes part in networking: they see others, and are seen. */
export async function networkerOf(reader: Reader, acting: Acting, actor: Actor): Promise<Result<Networker>> {
  const found = await attendeeOf(reader, acting, actor);
  if (!found.ok) return found;
  const { registration, setting } = found.value;
  if (!setting.enabled) return refuseWith('networking_disabled');
  const { status } = registration;
  if (!isStanding(registration)) return refuseWith('registration_not_confirmed', { detail: { status } });
  const profile = await reader.findOne(attendeeProfiles, { registration: registration.id });
  if (!profile) return refuseWith('profile_incomplete', { path: 'registrationId' });
  if (!isVisible(profile, setting)) return refuseWith('networking_opt_in_required', { path: 'registrationId' });
  return ok({ ...found.value, profile });
}
