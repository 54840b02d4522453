/** The record of a lead, made of all its edits, of every device and page, in whichever order they came up. */
import { leadEdit } from '#shared/leads/edit.ts';
import { type Lead, leadOf } from '#shared/leads/lead-of.ts';
import { type LeadState, stateOf } from '#shared/leads/merge.ts';
import {
  type LeadEditRecord,
  type LeadRecord,
  leadEdits,
  leadEditsMax,
  leadNotesMax,
  leads,
  leadTagsMax,
} from '#shared/modules/events/lead.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { contactOf } from './contact.ts';

export interface LeadKey {
  readonly event: string;
  readonly exhibitor: string;
  readonly registration: string;
}

const editOf = ({ at, by, device, id, kind, value }: LeadEditRecord) => leadEdit({ id, device, at, by, kind, value });

export async function editsOfLead(
  reader: Reader,
  { exhibitor, registration }: Pick<LeadKey, 'exhibitor' | 'registration'>,
): Promise<LeadState> {
  const rows = await reader.find(leadEdits, { where: where({ exhibitor, registration }), limit: leadEditsMax });
  return stateOf(rows.map(editOf));
}

function valuesOf(lead: Lead) {
  const { consent: _consent, notes, photos: _photos, tags, ...same } = lead;
  return {
    ...same,
    tags: tags.map(({ tag }) => tag).slice(0, leadTagsMax),
    notes: notes.slice(-leadNotesMax).map(({ at, by, edit, text }) => ({ edit, at, by, text })),
  };
}

/** `open` before the first scan, `captured` while a scan stands, `withdrawn` after the last one was undone. */
function stateAfter(lead: Lead, known: LeadRecord | null): LeadRecord['state'] {
  if (lead.captures > 0) return 'captured';
  return known === null || known.state === 'open' ? 'open' : 'withdrawn';
}

/** @returns null where the person was never edited at this booth */
export async function foldLead(tx: Transaction, key: LeadKey): Promise<LeadRecord | null> {
  const edits = await editsOfLead(tx, key);
  if (edits.size === 0) return null;
  const known = await tx.findOne(leads, { exhibitor: key.exhibitor, registration: key.registration });
  const registration = await tx.get(registrations, key.registration);
  const lead = leadOf(edits);
  const values = {
    ...valuesOf(lead),
    ...(await contactOf(tx, registration, lead)),
    badge: registration?.badgeCode ?? known?.badge ?? '',
    state: stateAfter(lead, known),
    edits: edits.size,
  };
  return known ? await tx.update(leads, known.id, values) : await tx.create(leads, { ...key, ...values });
}
