/**
 * The interfaces of the kiosk's replica: what station, printing, sync and screens may do with it. Types only.
 * Opened by `open-replica.ts`. Nothing here knows the network, a screen or a printer.
 */

import type { Answers } from '#shared/admission/questions.ts';
import type { WalkIn } from '#shared/admission/walk-in.ts';
import type { PrintJobRecord, ScanRecord } from '#shared/modules/events/gate.ts';
import type { SystemFields } from '#shared/schema/infer.ts';
import type { HeardScans } from './heard-scans.ts';
import type { HeldCheckin, HeldExternalCode, HeldRegistration, SmallCollections } from './held-records.ts';
import type { PeopleSearch } from './roster-people.ts';

/** Everyone who may come and what is declared for the event. Answers come from memory, never from a query. */
export interface Roster {
  registrationByTicket(ticketNumber: string): HeldRegistration | null;
  /** @param codeHash of a code that another system issued */
  externalCode(codeHash: string): HeldExternalCode | null;
  registration(id: string): HeldRegistration | null;
  checkin(registrationId: string, listId: string): HeldCheckin | null;
  records<C extends keyof SmallCollections>(collection: C): readonly SmallCollections[C][];
  record<C extends keyof SmallCollections>(collection: C, id: string): SmallCollections[C] | null;
  registrationCount(): number;
  checkedInCount(listId: string): number;
  /** Returns all people, for an index; walk them in slices, a hundred thousand rows take a while. */
  registrations(): IterableIterator<HeldRegistration>;
}

/** One scan as it stands in the journal; the server adds the system's own fields. */
export type JournalScan = Omit<
  ScanRecord,
  Exclude<keyof SystemFields, 'id'> | 'answers' | 'approval' | 'approvalSignature'
> & {
  readonly answers: Answers | null;
  /** The signature of the supervisor who overrode; scans of earlier releases have none. */
  readonly approvalSignature?: string | null;
};
export type { WalkIn };

/** Scan as the station hands it over: the journal numbers it. */
export type ScanDraft = Omit<JournalScan, 'counter'>;

export type NotRecorded = {
  readonly kind: 'not_recorded';
  readonly reason: 'disk_full' | 'storage_failed';
  readonly message: string;
};
export type Recorded = { readonly kind: 'recorded'; readonly scan: JournalScan };

/** A scan the server refused: kept with the reason, shown, never dropped (SY9). */
export interface ParkedScan {
  readonly scanId: string;
  readonly counter: number;
  readonly code: string;
  readonly message: string;
}

/** Append-only. Followers read it by `counter`, each with a cursor of its own. */
export interface Journal {
  /**
   * Resolves with `recorded` only when the scan is durable. Never rejects.
   *
   * @param walkIn whom the scan registers and lets in: on the disk with it, or neither
   */
  append(draft: ScanDraft, walkIn?: WalkIn | null): Promise<Recorded | NotRecorded>;
  /** This kiosk's own scans of the ticket that its check-in may not say yet, undoing ones too, in no order. */
  localScans(ticketNumber: string, registrationId: string | null, listId: string): readonly JournalScan[];
  /** Number that these scans add to the roster's count of the list; people taken back here count against it. */
  localAdmissionCount(listId: string): number;
  get(scanId: string): Promise<JournalScan | null>;
  /** Returns the counter of the latest scan; 0 when there is none. */
  lastCounter(): number;
  /** Scans after `counter` (0: from the first), oldest first. */
  after(counter: number, limit: number): Promise<readonly JournalScan[]>;
  /** Calls after every recorded scan. @returns the function that ends it */
  onAppend(listener: (scan: JournalScan) => void): () => void;
  /** Scans the server has not acknowledged; parked ones are not among them. */
  pending(): number;
  /** Time at which the oldest of those was made, ISO 8601; null: there is none. */
  oldestPendingAt(): string | null;
  parked(): readonly ParkedScan[];
}

/** A name badge to print: the one shape of a print job in the kiosk, as its collection replicates it. */
export type PrintJob = Omit<PrintJobRecord, Exclude<keyof SystemFields, 'id'>>;

export type PrintJobPatch = Partial<Omit<PrintJob, 'id'>>;

export interface PrintJobs {
  get(id: string): Promise<PrintJob | null>;
  /** Queued, sent or unknown; oldest first, some hundreds at most. */
  open(limit: number): Promise<readonly PrintJob[]>;
  /** Newest first, some hundreds at most. */
  recent(limit: number): Promise<readonly PrintJob[]>;
  ofRegistration(registrationId: string): Promise<readonly PrintJob[]>;
  /** Durable when it resolves. @returns false when a job of that id is there already, or all jobs were forgotten */
  insert(job: PrintJob): Promise<boolean>;
  /** Durable when it resolves. @returns false when there is no such job, or all jobs were forgotten */
  update(id: string, patch: PrintJobPatch): Promise<boolean>;
  /** Calls after every change, one from the server too. @returns the function that ends it */
  onChange(listener: () => void): () => void;
}

/** Small values by name, sealed at rest. The reader of one checks it: an older version may have written it. */
export interface Settings {
  /** Null: never written, or sealed with a key that is gone. */
  read(name: string): Promise<unknown>;
  write(name: string, value: unknown): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface StorageHealth {
  readonly persistent: boolean;
  readonly usedBytes: number;
  readonly quotaBytes: number;
}

/** Position of the roster in a log. `base` names the snapshot it grew from. */
export interface RosterCursor {
  readonly base: string;
  readonly log: string;
  readonly seq: number;
}

export interface Replica {
  readonly roster: Roster;
  readonly people: PeopleSearch;
  readonly journal: Journal;
  readonly printJobs: PrintJobs;
  readonly settings: Settings;
  /** Absent where nothing is heard of other kiosks. */
  readonly heard?: HeardScans;
  /** False until a first load is complete. */
  ready(): boolean;
  /** Position in the log up to which the roster is known; null before the first load. */
  cursor(): RosterCursor | null;
  /**
   * Calls after each change of the roster, the journal, the print jobs or the scans of other kiosks.
   *
   * @returns the function that ends it
   */
  onChange(listener: () => void): () => void;
  storage(): Promise<StorageHealth>;
  close(): Promise<void>;
}
