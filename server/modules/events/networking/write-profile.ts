/** Profiles: written by the person or for them, checked like any other write; withdrawing hides them at once. */
import { must } from '#shared/base/assert.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { type AttendeeProfileRecord, attendeeProfiles, profileFields } from '#shared/modules/events/networking.ts';
import { getProfile, type profileInput, setProfile } from '#shared/modules/events/networking-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { action, type CollectionRule } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { attendeeOf, isStanding } from './attendee.ts';
import { leaveNetworking } from './leave.ts';

export type ProfileInput = InputOf<typeof profileInput>;

function valuesOf(given: ProfileInput): Readonly<Record<string, unknown>> {
  const written = profileFields.map(({ name }) => [name, given[name] ?? null] as const);
  const { networkingOptIn, phone } = given;
  return {
    ...Object.fromEntries(written),
    ...(phone !== undefined && { phone }),
    ...(networkingOptIn !== undefined && networkingOptIn !== null && { networkingOptIn }),
  };
}

/** Applies a change of the opt-in, with its consequences; an input without one keeps the stored value. */
async function optInOf(
  tx: Transaction,
  values: Readonly<Record<string, unknown>>,
  current: AttendeeProfileRecord | null,
): Promise<Readonly<Record<string, unknown>>> {
  const said = values['networkingOptIn'];
  if (said === undefined || said === (current?.networkingOptIn ?? null)) return {};
  if (said === false && current) await leaveNetworking(tx, current.registration);
  return { optInChangedAt: tx.now };
}

export async function writeProfile(
  tx: Transaction,
  { event, id }: Pick<RegistrationRecord, 'id' | 'event'>,
  given: ProfileInput,
): Promise<AttendeeProfileRecord> {
  const current = await tx.findOne(attendeeProfiles, { registration: id });
  const values = valuesOf(given);
  const whole = { ...values, ...(await optInOf(tx, values, current)) };
  return current
    ? await tx.update(attendeeProfiles, current.id, whole)
    : await tx.create(attendeeProfiles, { event, registration: id, networkingOptIn: null, ...whole });
}

/** The profile that came in the body of a registration; of the two places for the opt-in, the body's own wins. */
export async function profileOfRegistration(
  tx: Transaction,
  registration: Pick<RegistrationRecord, 'id' | 'event'>,
  {
    networkingOptIn,
    profile,
  }: { readonly profile?: ProfileInput | null | undefined; readonly networkingOptIn?: boolean | null | undefined },
): Promise<void> {
  if (!profile) return;
  const optIn = networkingOptIn ?? profile.networkingOptIn;
  await writeProfile(tx, registration, { ...profile, ...(optIn !== undefined && { networkingOptIn: optIn }) });
}

export function profileAnswer(profile: AttendeeProfileRecord): Readonly<Record<string, unknown>> {
  const { id, networkingOptIn, phone, registration } = profile;
  const written = profileFields.map(({ name }) => [name, profile[name]] as const);
  return { id, registrationId: registration, ...Object.fromEntries(written), phone, networkingOptIn };
}

export const setProfileAction = action(setProfile, async (tx, input, { actor }) => {
  const found = await attendeeOf(tx, input, actor);
  if (!found.ok) return found;
  const { registration } = found.value;
  const { status } = registration;
  if (!isStanding(registration)) return refuseWith('registration_not_confirmed', { detail: { status } });
  return ok(profileAnswer(await writeProfile(tx, registration, input)));
});

export const getProfileAction = action(getProfile, async (reader, input, { actor }) => {
  const found = await attendeeOf(reader, input, actor);
  if (!found.ok) return found;
  const profile = await reader.findOne(attendeeProfiles, { registration: input.registrationId });
  return profile ? ok(profileAnswer(profile)) : refuseWith('profile_incomplete', { path: 'registrationId' });
});

/** A generated update that withdraws has the consequences of the action. */
export const profileRule: CollectionRule = {
  collection: attendeeProfiles.name,
  async before({ current, op, values }, tx): Promise<Result<Readonly<Record<string, unknown>>>> {
    if (op !== 'update') return ok(values);
    const profile = must(await tx.get(attendeeProfiles, current?.id ?? ''), 'the profile that is changed');
    return ok({ ...values, ...(await optInOf(tx, values, profile)) });
  },
};
