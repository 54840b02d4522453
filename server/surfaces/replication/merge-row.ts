/**
 * SY11 and SY19: a row that a person's or a program's app pushes. It sees the record as its actor does, changes only
 * what differs, and may delete; what the app did not know of is a conflict. A record that the actor does not see is
 * answered as one that is not there. Kiosks: push-rows.ts.
 */
import { canonicalJson, isObject, type Values } from '#shared/base/json.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { definitionFor } from '../../core/policy/visibility/record-visibility.ts';
import { replicaOf } from './replica-view.ts';
import { fieldsOf, type Item, isCurrent, item, type Peek, type Pusher, sameContent } from './row-content.ts';

interface Row {
  readonly id: string;
  readonly document: Record<string, unknown>;
  /** State that the app assumes the server has; null: it knows of none. */
  readonly assumed: unknown;
}

/** App that pushes, collection that it pushes into, and lookup of stored records. */
export interface Merging {
  readonly caller: Pusher;
  readonly peek: Peek;
  readonly definition: CollectionDefinition;
}

const changedMeanwhile = 'The record has changed since you read it. Merge its current state and send it again.';
/** Clients make the ids: a client that tries a taken one has to learn that it is taken, and learns nothing else. */
const idTaken = 'A record with this ID already exists. Give the new record its own ID.';

/** @param stored as the actor sees it */
function conflict({ caller, definition }: Merging, id: string, stored: StoredRecord | null): Item {
  const record = stored ? (replicaOf(definitionFor(caller.actor, definition))(stored) as Item['record']) : null;
  return item(id, 'refused', 'conflict', changedMeanwhile, record);
}

/** The merge patch that makes `to` of `from`: keys that are gone are null in it. */
function patchTo(from: unknown, to: unknown): unknown {
  if (!isObject(from) || !isObject(to)) return to;
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  const other = Object.entries(to).filter(
    ([name, value]) => canonicalJson(value) !== canonicalJson(from[name] ?? null),
  );
  return Object.fromEntries([
    ...gone.map((name) => [name, null] as const),
    ...other.map(([name, value]) => [name, patchTo(from[name], value)] as const),
  ]);
}

function changed(stored: StoredRecord, values: Values): Values {
  const other = Object.entries(values).filter(
    ([name, value]) => canonicalJson(value) !== canonicalJson(stored[name] ?? null),
  );
  return Object.fromEntries(other.map(([name, value]) => [name, patchTo(stored[name], value)]));
}

/** The replica's values without those that only the server sets, and without nulls of fields that its actor does not see. */
function settable({ caller, definition }: Merging, values: Values): Values {
  const seen = new Set(definitionFor(caller.actor, definition).fields.map(({ name }) => name));
  const said = definition.fields.filter(({ name, readOnly }) => {
    return !readOnly && name in values && (values[name] !== null || seen.has(name));
  });
  return Object.fromEntries(said.map(({ name }) => [name, values[name]]));
}

/** Rows are added to it, and none is changed. */
const isJournal = ({ replicated }: CollectionDefinition): boolean => replicated?.push === 'append';

async function mergeNew(merging: Merging, row: Row): Promise<Item> {
  const { caller, peek, definition } = merging;
  const { assumed, document, id } = row;
  const collection = definition.name;
  // A record that this actor does not see is answered as one that is not there.
  if (document['_deleted'] === true) return item(id, 'duplicate');
  if (isObject(assumed) && !isJournal(definition)) return conflict(merging, id, null);
  if (await peek(collection, id)) return item(id, 'refused', 'id_reused', idTaken);
  const input = settable(merging, fieldsOf(definition, document));
  const made = await caller.run({ verb: 'create', collection, id, input });
  if (made.kind === 'record') return item(id, 'accepted');
  if (made.kind !== 'refused') throw new Error('a create answers a record or a refusal');
  const [first] = made.errors;
  // Two requests with the same row at once: the one that came second finds it stored.
  if (first.code === 'duplicate' && (await peek(collection, id))) return mergeRow(merging, row);
  return item(id, 'refused', first.code, first.message);
}

export async function mergeRow(merging: Merging, row: Row): Promise<Item> {
  const { caller, definition } = merging;
  const { assumed, document, id } = row;
  const collection = definition.name;
  if (document['_deleted'] === true && isJournal(definition))
    return item(id, 'refused', 'not_writable', `${definition.labels.many} cannot be deleted, only added.`);
  const found = await caller.run({ verb: 'get', collection, id });
  if (found.kind === 'refused') {
    const [first] = found.errors;
    return first.code === 'not_found' ? mergeNew(merging, row) : item(id, 'refused', first.code, first.message);
  }
  if (found.kind !== 'record') throw new Error('a get answers a record or a refusal');
  const stored = found.record;
  const isDeleted = document['_deleted'] === true;
  const values = fieldsOf(definition, document);
  if (!isDeleted && sameContent(definition, values, stored)) return item(id, 'duplicate');
  if (isJournal(definition)) return item(id, 'refused', 'id_reused', idTaken);
  if (!isCurrent(definition, assumed, stored)) return conflict(merging, id, stored);
  const ifVersion = stored.version;
  const done = await caller.run(
    isDeleted
      ? { verb: 'delete', collection, id, ifVersion }
      : { verb: 'update', collection, id, input: changed(stored, values), ifVersion },
  );
  if (done.kind !== 'refused') return item(id, 'accepted');
  const [first] = done.errors;
  // The record was changed between the read and the write: its present state is read and merged.
  if (first.code === 'version_mismatch' || first.code === 'not_found') return mergeRow(merging, row);
  return item(id, 'refused', first.code, first.message);
}
