/** Writes records of the server upstream into the box's own tenant, under the same ids. */
import { canonicalJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { minuteMs } from '#shared/base/time.ts';
import { kiosks } from '#shared/modules/events/gate.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { type Transaction, UniqueViolation } from '../../store/contract.ts';
import type { BoxState, Cursor } from './box-state.ts';
import { boxActor, boxStates } from './tables.ts';

export interface Document {
  readonly collection: string;
  readonly id: string;
  /** Null: it is gone, or left the bounds of this device. */
  readonly record: Readonly<Record<string, unknown>> | null;
}

/** A sealed value that opens to nothing. */
const noPrivateKey = '-';
/** A page is many records, and a disk may be slow. */
const planTimeoutMs = minuteMs;

/** Values that no replica receives and that the server's code relies on. */
function madeHere(collection: string, now: string): Readonly<Record<string, unknown>> {
  if (collection === 'kiosks') return { pairedAt: now, presence: 'offline' };
  // The private half of the key stays upstream: a box verifies tickets and signs none.
  if (collection === 'ticket_keys') return { sealedPrivateKey: noPrivateKey };
  return {};
}

function differing(stored: StoredRecord, values: Readonly<Record<string, unknown>>) {
  const other = Object.entries(values).filter(
    ([name, value]) => canonicalJson(value ?? null) !== canonicalJson(stored[name] ?? null),
  );
  return other.length === 0 ? null : Object.fromEntries(other);
}

/**
 * Fields that this box knows from the statuses of devices connected to it; the server upstream has them from this box, or
 * not at all.
 */
function knownHere(collection: string, stored: StoredRecord, self: string): readonly string[] {
  const isHere = collection === kiosks.name && (stored.id === self || stored['lastSeenAt'] !== null);
  return isHere ? ['peerAddresses'] : [];
}

async function applyOne(tx: Transaction, { collection, id, record }: Document, self: string): Promise<void> {
  const shape = tx.shapeOf(collection);
  // The server upstream is newer: this one has no such collection.
  if (!shape) return;
  const stored = await tx.get(collection, id);
  if (record === null) {
    // A scan is never erased.
    if (stored && collection !== 'scans') await tx.delete(collection, id);
    return;
  }
  const known = shape.fields.filter(({ name }) => Object.hasOwn(record, name));
  const values = Object.fromEntries(known.map(({ name }) => [name, record[name]]));
  if (!stored) {
    await tx.create(collection, { ...values, ...madeHere(collection, tx.now) }, id);
    return;
  }
  for (const name of knownHere(collection, stored, self)) delete values[name];
  const patch = differing(stored, values);
  if (patch) await tx.update(collection, id, patch);
}

async function applyTogether(state: BoxState, documents: readonly Document[], cursor: Cursor | null): Promise<void> {
  const done = await state.store.commit(
    boxActor,
    async (tx) => {
      for (const document of documents) await applyOne(tx, document, state.record().kiosk);
      if (cursor) await tx.update(boxStates, state.record().id, { ...cursor });
      return ok(null);
    },
    { planTimeoutMs },
  );
  if (!done.ok) throw new Error(done.errors[0].message);
  if (cursor) state.moved(cursor);
}

/**
 * Writes the records and their place in the log in one commit: a box that is killed goes on where it stopped. Where records do
 * not fit together (two exchanged a unique value), each is written by itself, so that the others are not held up.
 *
 * @returns records that could not be written
 */
export async function applyDocuments(
  state: BoxState,
  documents: readonly Document[],
  cursor: Cursor | null,
): Promise<readonly Document[]> {
  try {
    await applyTogether(state, documents, cursor);
    return [];
  } catch (fault) {
    if (!(fault instanceof UniqueViolation)) throw fault;
  }
  let left = documents;
  // In the second pass an earlier record may take a value that a later one has given up.
  for (let pass = 0; pass < 2; pass += 1) left = await applyEach(state, left);
  await applyTogether(state, [], cursor);
  return left;
}

async function applyEach(state: BoxState, documents: readonly Document[]): Promise<readonly Document[]> {
  const left: Document[] = [];
  for (const document of documents)
    try {
      await applyTogether(state, [document], null);
    } catch (fault) {
      if (!(fault instanceof UniqueViolation)) throw fault;
      left.push(document);
    }
  return left;
}
