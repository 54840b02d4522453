/** Decides which data of a visitor an exhibitor sees: name, company and role of the badge; contact details by consent alone. */
import type { Lead, LeadConsent } from '#shared/leads/lead-of.ts';
import { leadPhotosMax, photoName } from '#shared/leads/photo.ts';
import type { LeadRecord } from '#shared/modules/events/lead.ts';
import { attendeeProfiles } from '#shared/modules/events/networking.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';

type Decided = Pick<RegistrationRecord, 'contactSharing' | 'contactSharingAt'>;

/**
 * The later answer counts, of the visitor's own page or of the booth; of two at the same moment the refusal.
 *
 * @param consent what was said at the booth; null: nothing
 */
export function sharesContact({ contactSharing, contactSharingAt }: Decided, consent: LeadConsent | null): boolean {
  if (consent === null) return contactSharing === 'agreed';
  const pageAt = contactSharing === null ? '' : (contactSharingAt ?? '');
  if (consent.at > pageAt) return consent.agreed;
  return contactSharing === 'agreed' && (consent.at < pageAt || consent.agreed);
}

type Contact = Pick<LeadRecord, 'name' | 'company' | 'role' | 'email' | 'phone' | 'photos' | 'contactShared'>;

const nothing: Contact = {
  ...{ name: null, company: null, role: null },
  ...{ email: null, phone: null, photos: null, contactShared: false },
};

/** A business card is contact details: shown while they are, erased when they go (`photos/erase-photos.ts`). */
function photosOf({ photos }: Pick<Lead, 'photos'>): Contact['photos'] {
  const shown = photos.slice(0, leadPhotosMax).map(({ at, by, edit }) => ({ edit, at, by, name: photoName(edit) }));
  return shown.length > 0 ? shown : null;
}

/** @param registration null: it was deleted, and with it everything the exhibitor had of the person */
export async function contactOf(
  reader: Reader,
  registration: RegistrationRecord | null,
  lead: Pick<Lead, 'consent' | 'photos'>,
): Promise<Contact> {
  if (registration === null) return nothing;
  const { company, email, name, role } = registration;
  if (!sharesContact(registration, lead.consent)) return { ...nothing, name, company, role };
  const profile = await reader.findOne(attendeeProfiles, { registration: registration.id });
  return { name, company, role, email, phone: profile?.phone ?? null, photos: photosOf(lead), contactShared: true };
}
