/**
 * The interface through which the screen of an exhibitor's device reads and edits leads: calls go in, only answers and
 * snapshots come out. Implemented by `open-leads.ts`. Types only.
 */
import type { NotRecorded } from '#kiosk/store/replica.ts';
import type { FollowUp, LeadEditKind, LeadEditValues } from '#shared/leads/edit.ts';
import type { Lead } from '#shared/leads/lead-of.ts';
import type { LeadTier } from '#shared/leads/quality.ts';

export type { FollowUp, LeadTier };

/** Whether the exhibitor may see how to reach the visitor. */
export type ContactState =
  /** The details are here. */
  | 'shared'
  /** The visitor agreed; the details come with the next connection. */
  | 'agreed'
  | 'declined'
  /** Not decided: the visitor may be asked now. */
  | 'ask'
  /** Not decided, and this exhibitor does not ask. */
  | 'not_shared';

export interface LeadPerson {
  /** Null until the server has said whose badge it is. */
  readonly name: string | null;
  readonly company: string | null;
  readonly role: string | null;
  /** Null, like `phone`, while the details are not here, or where the visitor gave none. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly contact: ContactState;
}

/** The latest entry of this device that can be taken back. */
export interface UndoableEdit {
  readonly edit: string;
  readonly kind: LeadEditKind;
}

/** A photo of the business card. */
export interface ShownPhoto {
  /** The edit that added it. */
  readonly edit: string;
  /** ISO 8601. */
  readonly at: string;
  /** The person at the device, by the name entered there; null: none was. */
  readonly by: string | null;
  /** False: it comes with the next connection. */
  readonly isHere: boolean;
}

/** A picture that was scaled down and encoded again (screens/leads/card/shrink-photo.ts). */
export interface NewPhoto {
  readonly jpeg: Uint8Array<ArrayBuffer>;
  /** In pixels, as `height`. */
  readonly width: number;
  readonly height: number;
}

export interface ShownLead {
  readonly badge: string;
  readonly lead: Lead;
  readonly person: LeadPerson;
  /** Start of the visit that this device measures, ISO 8601; null: none runs here. */
  readonly runningSince: string | null;
  /** Null: there is none. */
  readonly undoable: UndoableEdit | null;
  /** Something of it has not reached the server. */
  readonly waits: boolean;
  /** Empty unless the visitor agreed to share contact details. */
  readonly photos: readonly ShownPhoto[];
}

export interface OwnQuestion {
  readonly key: string;
  readonly text: string;
  /** Empty: the answer is typed. */
  readonly options: readonly string[];
}

export interface LeadsState {
  /** Null: this device belongs to no exhibitor, or the exhibitor's record is not here. */
  readonly exhibitor: { readonly name: string; readonly booth: string | null } | null;
  readonly questions: readonly OwnQuestion[];
  /** Latest first; without those that were discarded. */
  readonly leads: readonly ShownLead[];
  /** Captured since midnight at the event. */
  readonly today: number;
  /** Leads of which something has not reached the server. */
  readonly waiting: number;
  /** Single entries that have not reached the server. */
  readonly pending: number;
  /** Entries the server refused, with its reason. */
  readonly parked: readonly { readonly id: string; readonly code: string; readonly message: string }[];
  /** The person at this device, by the name entered here; null: none was. */
  readonly by: string | null;
}

/** The result of a scan. Nothing is shown as a lead before it is on the disk. */
export type CaptureResult =
  | {
      readonly kind: 'captured';
      readonly badge: string;
      /**
       * `new`: the badge was no lead until this scan; `again`: it was one; `left`: the scan ended the visit, or repeats the one
       * that did; `same`: the scan repeats one of the running visit.
       */
      readonly visit: 'new' | 'again' | 'left' | 'same';
    }
  /** `ticket`: the code of a ticket, which a booth does not read. */
  | { readonly kind: 'not_a_badge'; readonly what: 'ticket' | 'other_code' }
  | { readonly kind: 'unknown_badge' }
  | { readonly kind: 'no_exhibitor' }
  | NotRecorded;

export type EditResult = { readonly kind: 'recorded' } | { readonly kind: 'no_exhibitor' } | NotRecorded;

/** Entries a person makes about a lead; scans, visits, photos and undoing have calls of their own. */
export type EntryKind = Exclude<LeadEditKind, 'captured' | 'undo' | 'started' | 'stopped' | 'dwell' | 'photo'>;

export interface Leads {
  state(): LeadsState;
  subscribe(listener: () => void): () => void;
  /** Returns a discarded lead, too; null: the badge is not known here. */
  lead(badge: string): ShownLead | null;
  /** @param candidates spellings of one scan, best first (see scanner/scan-text.ts) */
  capture(scan: { readonly source: string; readonly candidates: readonly string[] }): Promise<CaptureResult>;
  enter<K extends EntryKind>(badge: string, kind: K, value: LeadEditValues[K]): Promise<EditResult>;
  /** The photo is on the disk before it is part of the lead. */
  addPhoto(badge: string, photo: NewPhoto): Promise<EditResult>;
  /** Its bytes; null: they are not here. */
  photo(edit: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The visit begins, or ends where one runs. */
  tapVisit(badge: string): Promise<EditResult>;
  undo(badge: string, edit: string): Promise<EditResult>;
  /** All scans of it are taken back: it is no lead any more until it is scanned again. */
  discard(badge: string): Promise<EditResult>;
  /** A discarded lead is one again, as if it had been scanned now: an undo itself cannot be undone. */
  restore(badge: string): Promise<EditResult>;
  /** Finds leads by name, company, role, email, tag, note or number; latest first. An empty text finds all. */
  search(text: string): readonly ShownLead[];
  /** @param name trimmed and cut to `byMaxChars` characters; empty: no person is named */
  setBy(name: string): Promise<void>;
  close(): void;
}
