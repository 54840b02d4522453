/**
 * One commit of a document: adds edits and, where asked, writes the record's field. All of it in one transaction, so that
 * after any crash the field is known to be the text of the updates up to `settledNumber`. The caller brings what only Yjs
 * can compute; where the stored state differs from the one it assumed, the outcome has the stored one.
 */
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Plan, Transaction } from '../../store/contract.ts';
import type { CollabDocument } from './collab-tables.ts';
import type { DocumentName } from './document-name.ts';
import {
  addUpdate,
  changeDocument,
  getDocument,
  readUpdates,
  removeDocument,
  replaceUpdates,
  type StoredUpdate,
} from './stored-document.ts';

/** State of the document that a process has when it asks for a commit. */
export interface KnownState {
  readonly generation: number;
  /** The process knows all updates up to this number. */
  readonly number: number;
  /** Numbers above it that are its own. */
  readonly own: ReadonlySet<number>;
  readonly settledNumber: number;
}

/** A change of the field that came from outside, made an edit of what was there before. */
export interface Absorbed {
  /** Version of the record that has the change. */
  readonly version: number;
  /** The settled state with the change: its text is the field's. */
  readonly base: Uint8Array;
}

/** New value of the record's field, computed before the transaction begins. */
export interface FieldChange {
  /** The new value of the field: of the document with these edits and the absorbed change. */
  readonly text: string;
  /** The same as one update, where the rows are merged into one; always with `absorbed`. */
  readonly whole: Uint8Array | null;
  /** Everything since it was settled as one update, in case the record refuses the text; null: the rows stay as they are. */
  readonly unwritten: Uint8Array | null;
  /** Text of the settled state, as far as is known here. */
  readonly settledText: string;
  readonly absorbed: Absorbed | null;
  readonly write: (tx: Transaction, version: number) => Promise<Result<StoredRecord>>;
}

/** One commit: edits to add, and the field's change where it is due. */
export interface EditsToCommit {
  readonly id: string;
  readonly name: DocumentName;
  readonly known: KnownState;
  /** Actor, as the log names it. */
  readonly by: string;
  /** Null: there are none. */
  readonly edits: Uint8Array | null;
  /** Null: the field is not due. */
  readonly settle: FieldChange | null;
}

/** The field was written, or the record refused the text: the document is settled up to this number. */
export interface FieldWritten {
  readonly number: number;
  readonly generation: number;
  readonly isRefused: boolean;
  /** `settledVersion` of the document after this commit. */
  readonly version: number;
}

export type CommitOutcome =
  /** There is no such record, or document, any more. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'stored';
      /** Number of the update that was added; null: there were no edits. */
      readonly number: number | null;
      /** Null: it was not asked for, or something was in the way. */
      readonly settled: FieldWritten | null;
      /** Updates that others stored and this process did not know. */
      readonly news: { readonly generation: number; readonly updates: readonly StoredUpdate[] } | null;
      /** The settled state is another one: these updates. */
      readonly rebase: { readonly number: number; readonly updates: readonly StoredUpdate[] } | null;
      /** The field was changed from outside. */
      readonly outside: { readonly version: number; readonly text: string } | null;
    };

const nothing = { settled: null, news: null, rebase: null, outside: null } as const;

/** Returns the text of a field; empty where it is null. */
export function fieldText(record: Readonly<Record<string, unknown>>, field: string): string {
  const value = record[field];
  return typeof value === 'string' ? value : '';
}

export function commitPlan(ask: EditsToCommit): Plan<CommitOutcome> {
  return async (tx) => {
    const { edits, id, known, name, settle } = ask;
    const document = await getDocument(tx, id);
    if (!document) return ok({ kind: 'gone' });
    const record = await tx.get(name.collection, name.record);
    if (!record) {
      await removeDocument(tx, id);
      return ok({ kind: 'gone' });
    }
    const later = await readUpdates(tx, id, known.number);
    const last = Math.max(known.number, later.at(-1)?.number ?? 0);
    const number = edits ? last + 1 : null;
    if (edits && number !== null) await addUpdate(tx, id, number, edits);
    const isOther = document.generation !== known.generation;
    const strange = isOther ? await readUpdates(tx, id, -1) : later.filter((one) => !known.own.has(one.number));
    const stored = { kind: 'stored', number, ...nothing } as const;
    const answer = async (more: Partial<CommitOutcome & { kind: 'stored' }>): Promise<Result<CommitOutcome>> => {
      if (edits && !document.ahead) await changeDocument(tx, id, { ahead: true, editedBy: ask.by });
      return ok({ ...stored, ...more });
    };
    if (strange.length > 0) return answer({ news: { generation: document.generation, updates: strange } });
    if (!settle) return answer({});
    if (document.settledNumber !== known.settledNumber) {
      const updates = (await readUpdates(tx, id, -1)).filter((one) => one.number <= document.settledNumber);
      return answer({ rebase: { number: document.settledNumber, updates } });
    }
    const now = fieldText(record, name.field);
    const isAbsorbed = settle.absorbed?.version === record.version;
    const isTouched = record.version !== document.settledVersion && now !== settle.settledText;
    if (!isAbsorbed && (isTouched || settle.absorbed))
      return answer({ outside: { version: record.version, text: now } });
    return settleIn(tx, { ask, document, record, settle, last: number ?? last, stored });
  };
}

interface Settling {
  readonly ask: EditsToCommit;
  readonly document: CollabDocument;
  readonly record: StoredRecord;
  readonly settle: FieldChange;
  readonly last: number;
  readonly stored: Extract<CommitOutcome, { kind: 'stored' }>;
}

async function settleIn(tx: Transaction, settling: Settling): Promise<Result<CommitOutcome>> {
  const { ask, document, last, record, settle, stored } = settling;
  const { id, name } = ask;
  const written = settle.text === fieldText(record, name.field) ? ok(record) : await settle.write(tx, record.version);
  if (!written.ok) return refusedBy(tx, settling, written.errors[0]);
  let { generation } = document;
  if (settle.whole) {
    await replaceUpdates(tx, id, await readUpdates(tx, id, -1), { number: last, data: settle.whole });
    generation += 1;
  }
  // A rule may have made something else of it: then the next look finds a change from outside.
  const isKept = fieldText(written.value, name.field) === settle.text;
  const settledVersion = isKept ? written.value.version : record.version;
  await changeDocument(tx, id, { ahead: false, generation, settledNumber: last, settledVersion, problem: null });
  const settled = { number: last, generation, isRefused: false, version: settledVersion };
  return ok({ ...stored, settled });
}

/** The document keeps everything, the record its last good text. */
async function refusedBy(
  tx: Transaction,
  { ask, document, last, record, settle, stored }: Settling,
  { code, message, path }: Refusal,
): Promise<Result<CommitOutcome>> {
  const { id } = ask;
  const { settledNumber } = document;
  const all = await readUpdates(tx, id, -1);
  const [before, since] = [
    all.filter(({ number }) => number <= settledNumber),
    all.filter(({ number }) => number > settledNumber),
  ];
  const rewrites = settle.absorbed !== null || settle.unwritten !== null;
  const generation = document.generation + (rewrites ? 1 : 0);
  if (settle.absorbed) await replaceUpdates(tx, id, before, { number: settledNumber, data: settle.absorbed.base });
  if (settle.unwritten && since.length > 0)
    await replaceUpdates(tx, id, since, { number: last, data: settle.unwritten });
  const settledVersion = settle.absorbed ? record.version : document.settledVersion;
  const problem = { code, message, path: path ?? null };
  await changeDocument(tx, id, { ahead: true, generation, settledVersion, editedBy: ask.by, problem });
  const settled = { number: settledNumber, generation, isRefused: true, version: settledVersion };
  return ok({ ...stored, settled });
}
