/** The contact details of a person; asked for only where both have agreed. */
import type { AttendeeProfileRecord } from '#shared/modules/events/networking.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';

export function contactOf(
  { email }: Pick<RegistrationRecord, 'email'>,
  { phone }: Pick<AttendeeProfileRecord, 'phone'>,
): { readonly email: string; readonly phone: string | null } {
  return { email, phone };
}
