/** A lead as the screen shows it: the fold of its edits, with what the replica says of the person. Pure. */
import type { HeldLead, HeldRegistration } from '#kiosk/store/held-records.ts';
import { runningSince } from '#shared/leads/dwell.ts';
import type { LeadEdit } from '#shared/leads/edit.ts';
import { countingEdits, type Lead } from '#shared/leads/lead-of.ts';
import type { BookedLead } from './lead-book.ts';
import type { ContactState, LeadPerson, ShownLead, ShownPhoto, UndoableEdit } from './leads.ts';

export interface PersonFacts {
  readonly registration: HeldRegistration | null;
  /** The server's own record of the lead. */
  readonly record: HeldLead | null;
  /** Whether the exhibitor's settings ask for consent. */
  readonly asksConsent: boolean;
  /** Whether the bytes of a photo are on this disk. */
  readonly hasPhoto: (edit: string) => boolean;
  /** Edits that the server refused. */
  readonly parked: ReadonlySet<string>;
}

/**
 * A refusal, here or in the registration, always counts. An agreement given at this booth counts while it is on its way.
 * Once the server has it, the server's record counts: the visitor may have taken it back since.
 */
function contactOf({ record, registration, asksConsent }: PersonFacts, { agreedHere, waits }: Word): ContactState {
  if (agreedHere === false || registration?.contactSharing === 'declined') return 'declined';
  if (record?.contactShared === true) return 'shared';
  if (agreedHere === true) return waits || record === null ? 'agreed' : 'not_shared';
  if (registration?.contactSharing === 'agreed') return 'agreed';
  return asksConsent ? 'ask' : 'not_shared';
}

/** Consent that the visitor gave or refused at this booth; null: nothing. */
interface Word {
  readonly agreedHere: boolean | null;
  /** Something of the lead has not reached the server. */
  readonly waits: boolean;
}

function personOf(facts: PersonFacts, word: Word): LeadPerson {
  const { registration, record } = facts;
  const contact = contactOf(facts, word);
  const shares = contact === 'shared';
  return {
    name: record?.name ?? registration?.name ?? null,
    company: record?.company ?? registration?.company ?? null,
    role: record?.role ?? registration?.role ?? null,
    email: shares ? (record?.email ?? null) : null,
    phone: shares ? (record?.phone ?? null) : null,
    contact,
  };
}

/** A business card is contact details. */
export const sharesPhotos = ({ contact }: Pick<LeadPerson, 'contact'>): boolean =>
  contact === 'shared' || contact === 'agreed';

function photosOf({ photos }: Lead, person: LeadPerson, { hasPhoto, parked }: PersonFacts): readonly ShownPhoto[] {
  if (!sharesPhotos(person)) return [];
  const taken = photos.filter(({ edit }) => !parked.has(edit));
  return taken.map(({ at, by, edit }) => ({ edit, at, by, isHere: hasPhoto(edit) }));
}

/** The latest counting edit of this device that is no scan: the end of a visit is undone before its beginning. */
function undoableOf(edits: readonly LeadEdit[], device: string): UndoableEdit | null {
  const own = edits.filter((edit) => edit.device === device && edit.kind !== 'captured');
  const latest = own.at(-1);
  return latest === undefined ? null : { edit: latest.id, kind: latest.kind };
}

export function shownLead(
  { badge, state, lead }: BookedLead,
  facts: PersonFacts,
  device: string,
  pending: ReadonlySet<string>,
): ShownLead {
  const counting = countingEdits(state);
  const waits = [...state.keys()].some((id) => pending.has(id));
  const person = personOf(facts, { agreedHere: lead.consent?.agreed ?? null, waits });
  return {
    badge,
    lead,
    person,
    runningSince: runningSince(counting, device)?.at ?? null,
    undoable: undoableOf(counting, device),
    waits,
    photos: photosOf(lead, person, facts),
  };
}
