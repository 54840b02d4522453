/** Finds the photos that an exhibitor may keep and see: of visitors who share contact details with it now. */
import { isId } from '#shared/base/id.ts';
import type { LeadEdit, LeadEditOf } from '#shared/leads/edit.ts';
import { countingEdits, leadOf } from '#shared/leads/lead-of.ts';
import { leadEdits } from '#shared/modules/events/lead.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../../store/contract.ts';
import { sharesContact } from '../contact.ts';
import { editsOfLead } from '../fold-lead.ts';

/** The visitor of a badge at one booth, with what was said there. */
export interface Visitor {
  readonly registration: RegistrationRecord;
  readonly edits: readonly LeadEdit[];
  readonly shares: boolean;
}

/** @returns null: the badge is of no one at this event */
export async function visitorAt(
  reader: Reader,
  { event, exhibitor }: { readonly event: string; readonly exhibitor: string },
  badge: string,
): Promise<Visitor | null> {
  const registration = await reader.findOne(registrations, { badgeCode: badge });
  return registration?.event === event ? visitorOf(reader, exhibitor, registration) : null;
}

async function visitorOf(reader: Reader, exhibitor: string, registration: RegistrationRecord): Promise<Visitor> {
  const state = await editsOfLead(reader, { exhibitor, registration: registration.id });
  const shares = sharesContact(registration, leadOf(state).consent);
  return { registration, edits: countingEdits(state), shares };
}

export const photosOf = (edits: readonly LeadEdit[]): readonly LeadEditOf<'photo'>[] =>
  edits.filter((edit): edit is LeadEditOf<'photo'> => edit.kind === 'photo');

/** @returns null: another exhibitor's, undone, or of a visitor who does not share contact details with this one */
export async function photoOfExhibitor(
  reader: Reader,
  exhibitor: string,
  id: string,
): Promise<LeadEditOf<'photo'> | null> {
  const edit = isId(id) ? await reader.get(leadEdits, id) : null;
  if (edit?.exhibitor !== exhibitor || edit.kind !== 'photo') return null;
  const registration = edit.registration === null ? null : await reader.get(registrations, edit.registration);
  const visitor = registration && (await visitorOf(reader, exhibitor, registration));
  return visitor?.shares ? (photosOf(visitor.edits).find((photo) => photo.id === id) ?? null) : null;
}
