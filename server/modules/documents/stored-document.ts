/**
 * Reads and writes the rows of a collaborative document. Updates are bytes here; Yjs is not known. Other processes notice
 * rewritten updates by `generation`, and added ones by their number.
 */
import type { Condition } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../store/contract.ts';
import { type CollabDocument, type CollabUpdate, collabDocuments, collabUpdates } from './collab-tables.ts';
import type { DocumentName } from './document-name.ts';

const rowsAtOnce = 500;

export interface StoredUpdate {
  readonly id: string;
  readonly number: number;
  readonly data: Uint8Array;
}

const documents = collabDocuments.name;
const updates = collabUpdates.name;

export function decodeData(data: string): Uint8Array {
  return new Uint8Array(Buffer.from(data, 'base64'));
}

export async function findDocument(reader: Reader, name: DocumentName): Promise<CollabDocument | null> {
  return (await reader.findOne(documents, { ...name })) as CollabDocument | null;
}

export async function getDocument(reader: Reader, id: string): Promise<CollabDocument | null> {
  return (await reader.get(documents, id)) as CollabDocument | null;
}

/** The updates of the document with numbers above `after`, in their order. */
export async function readUpdates(reader: Reader, document: string, after: number): Promise<readonly StoredUpdate[]> {
  const found: StoredUpdate[] = [];
  for (let last = after; ; ) {
    const where: Condition = {
      kind: 'and',
      of: [
        { kind: 'field', path: 'document', op: 'equals', value: document },
        { kind: 'field', path: 'number', op: 'greater_than', value: last },
      ],
    };
    const sort = [{ path: 'number', direction: 'asc' }] as const;
    const rows = (await reader.find(updates, { where, sort, limit: rowsAtOnce })) as unknown as readonly CollabUpdate[];
    found.push(...rows.map(({ id, number, data }) => ({ id, number, data: decodeData(data) })));
    const end = rows.at(-1);
    if (rows.length < rowsAtOnce || !end) return found;
    last = end.number;
  }
}

export async function addUpdate(tx: Transaction, document: string, number: number, data: Uint8Array): Promise<void> {
  await tx.create(updates, { document, number, data: Buffer.from(data).toString('base64') });
}

/** Replaces these updates by one. */
export async function replaceUpdates(
  tx: Transaction,
  document: string,
  former: readonly StoredUpdate[],
  { number, data }: { readonly number: number; readonly data: Uint8Array },
): Promise<void> {
  for (const { id } of former) await tx.delete(updates, id);
  await addUpdate(tx, document, number, data);
}

/** @param first update that makes an empty document one with the field's text */
export async function createDocument(
  tx: Transaction,
  name: DocumentName,
  { first, version }: { readonly first: Uint8Array; readonly version: number },
): Promise<CollabDocument> {
  const state = { generation: 0, settledNumber: 1, settledVersion: version, ahead: false, editedBy: null };
  const made = (await tx.create(documents, { ...name, ...state })) as unknown as CollabDocument;
  await addUpdate(tx, made.id, 1, first);
  return made;
}

export async function changeDocument(tx: Transaction, id: string, patch: Partial<CollabDocument>): Promise<void> {
  await tx.update(documents, id, patch);
}

export async function removeDocument(tx: Transaction, id: string): Promise<void> {
  for (const update of await readUpdates(tx, id, -1)) await tx.delete(updates, update.id);
  if (await tx.get(documents, id)) await tx.delete(documents, id);
}
