/**
 * A document as this process holds it: the Yjs document, what of it is stored, and the settled state, whose text the
 * record's field is. Works out what a commit brings along; stores nothing itself. The text is `getText('content')`.
 */
import * as Y from 'yjs';
import type { CollabDocument } from './collab-tables.ts';
import type { FieldChange, FieldWritten, KnownState } from './commit-edits.ts';
import { documentBytesMax, unwrittenUpdatesMax, updateBytesKeptMax, updatesKeptMax } from './limits.ts';
import type { StoredUpdate } from './stored-document.ts';
import { textChange } from './text-change.ts';

/** The name under which clients find the text, with any editor's binding. */
export const textName = 'content';
/** Origin of what came from the store: it goes to the clients at once. */
export const storedOrigin = Symbol('stored');

/** A change of the field from outside, as an edit of the settled state. */
export interface AbsorbedEdit {
  readonly version: number;
  readonly base: Uint8Array;
  readonly text: string;
  readonly vector: Uint8Array;
  readonly edit: Uint8Array;
}

export interface Prepared {
  readonly settle: Omit<FieldChange, 'write'>;
  /** State vector of the prepared document. */
  readonly vector: Uint8Array;
  readonly absorbed: AbsorbedEdit | null;
}

function docOf(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update, storedOrigin);
  return doc;
}

function replaceText(doc: Y.Doc, to: string): void {
  const text = doc.getText(textName);
  const change = textChange(plainText(doc), to);
  if (!change) return;
  const [start, end] = [placeOf(text, change.at), placeOf(text, change.at + change.deleted)];
  doc.transact(() => {
    // The new text goes before the replaced text: after it, it could follow what others typed there meanwhile.
    text.insert(start, change.inserted);
    text.delete(start + change.inserted.length, end - start);
  });
}

/** Converts a place of the plain text to one that Yjs counts: embedded content counts there, and is no text. */
function placeOf(text: Y.Text, at: number): number {
  let [place, plain] = [0, 0];
  for (const { insert } of text.toDelta() as readonly { readonly insert: unknown }[]) {
    if (plain >= at) break;
    const length = typeof insert === 'string' ? Math.min(insert.length, at - plain) : 0;
    plain += length;
    place += typeof insert === 'string' ? length : 1;
  }
  return place;
}

/** Returns the text without formats and what is embedded. */
function plainText(doc: Y.Doc): string {
  return doc.getText(textName).toString();
}

/** The first update of a document: this text. */
export function firstUpdate(text: string): Uint8Array {
  const doc = new Y.Doc();
  replaceText(doc, text);
  return Y.encodeStateAsUpdate(doc);
}

export class Draft {
  readonly doc: Y.Doc;
  readonly #own = new Set<number>();
  #generation: number;
  #number: number;
  #settledNumber: number;
  #settledText: string;
  #settledVector: Uint8Array;
  /** Approximate number of rows in the store. */
  #rows: number;
  #rowBytes: number;
  /** Upper bound of the size of the document as one update, in bytes. */
  #bytes: number;

  constructor({ generation, settledNumber }: CollabDocument, updates: readonly StoredUpdate[]) {
    this.doc = docOf(updates.filter(({ number }) => number <= settledNumber).map(({ data }) => data));
    this.#settledText = plainText(this.doc);
    this.#settledVector = Y.encodeStateVector(this.doc);
    for (const { data, number } of updates) if (number > settledNumber) Y.applyUpdate(this.doc, data, storedOrigin);
    this.#generation = generation;
    this.#settledNumber = settledNumber;
    this.#number = updates.at(-1)?.number ?? 0;
    this.#rows = updates.length;
    this.#rowBytes = updates.reduce((sum, { data }) => sum + data.byteLength, 0);
    this.#bytes = Y.encodeStateAsUpdate(this.doc).byteLength;
  }

  get known(): KnownState {
    const [generation, number, settledNumber] = [this.#generation, this.#number, this.#settledNumber];
    return { generation, number, own: this.#own, settledNumber };
  }

  /** Whether it has room for an edit of so many bytes. */
  hasRoom(bytes: number): boolean {
    if (this.#bytes + bytes <= documentBytesMax) return true;
    this.#bytes = Y.encodeStateAsUpdate(this.doc).byteLength;
    return this.#bytes + bytes <= documentBytesMax;
  }

  grew(bytes: number): void {
    this.#bytes += bytes;
  }

  /** An edit of this process was stored. */
  stored(number: number, bytes: number): void {
    this.#own.add(number);
    this.#rows += 1;
    this.#rowBytes += bytes;
  }

  /** Takes an update from the log, in its order. @returns whether it was another process's */
  hear(number: number, data: () => Uint8Array): boolean {
    if (this.#own.delete(number)) {
      this.#number = Math.max(this.#number, number);
      return false;
    }
    const update = data();
    this.#rows += 1;
    this.#rowBytes += update.byteLength;
    this.#bytes += update.byteLength;
    Y.applyUpdate(this.doc, update, storedOrigin);
    this.#number = Math.max(this.#number, number);
    return true;
  }

  /** Applies updates that others stored, ahead of the log. */
  catchUp(generation: number, updates: readonly StoredUpdate[]): void {
    for (const { data, number } of updates) {
      Y.applyUpdate(this.doc, data, storedOrigin);
      this.#number = Math.max(this.#number, number);
      for (const own of this.#own) if (own <= this.#number) this.#own.delete(own);
    }
    if (generation !== this.#generation) this.#rows = updates.length;
    this.#generation = generation;
  }

  rebase(number: number, updates: readonly StoredUpdate[]): void {
    const base = docOf(updates.map(({ data }) => data));
    this.#settledNumber = number;
    this.#settledText = plainText(base);
    this.#settledVector = Y.encodeStateVector(base);
  }

  /** @param updates of the settled state */
  absorb(version: number, text: string, updates: readonly StoredUpdate[]): AbsorbedEdit {
    const base = docOf(updates.map(({ data }) => data));
    const before = Y.encodeStateVector(base);
    replaceText(base, text);
    const edit = Y.encodeStateAsUpdate(base, before);
    return { version, text, base: Y.encodeStateAsUpdate(base), vector: Y.encodeStateVector(base), edit };
  }

  /** Computes what a commit writes to settle the document as it is now, with what was absorbed. */
  prepare(absorbed: AbsorbedEdit | null): Prepared {
    const doc = absorbed ? docOf([Y.encodeStateAsUpdate(this.doc), absorbed.edit]) : this.doc;
    const isLong = this.#rows >= updatesKeptMax || this.#rowBytes >= updateBytesKeptMax;
    const settle = {
      text: plainText(doc),
      whole: absorbed || isLong ? Y.encodeStateAsUpdate(doc) : null,
      unwritten: this.#rows >= unwrittenUpdatesMax ? Y.encodeStateAsUpdate(this.doc, this.#settledVector) : null,
      settledText: this.#settledText,
      absorbed: absorbed && { version: absorbed.version, base: absorbed.base },
    };
    return { settle, vector: Y.encodeStateVector(doc), absorbed };
  }

  settled({ absorbed, settle, vector }: Prepared, { generation, isRefused, number }: FieldWritten): void {
    this.#generation = generation;
    if (absorbed) Y.applyUpdate(this.doc, absorbed.edit, storedOrigin);
    if (!isRefused) {
      this.#settledNumber = number;
      this.#settledText = settle.text;
      this.#settledVector = vector;
    } else if (absorbed) {
      this.#settledText = absorbed.text;
      this.#settledVector = absorbed.vector;
    }
    const one = isRefused ? settle.unwritten : settle.whole;
    if (!one) return;
    if (!isRefused) this.#own.add(number);
    this.#rows = 2;
    this.#rowBytes = one.byteLength;
  }
}
