/** SY6–SY11: rows that a device or an app pushes, each answered for itself. The store commits pushed rows together. */

import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { deviceRights } from '../../core/policy/device-rights.ts';
import { mergeRow } from './merge-row.ts';
import { noRelay, type PusherOf, type Relay } from './relayed-row.ts';
import { isBound, replicaOf } from './replica-view.ts';
import {
  fieldsOf,
  type Item,
  isCurrent,
  item,
  type Peek,
  type Pusher,
  type PushRow,
  sameContent,
  withoutReadOnly,
} from './row-content.ts';

/** Stands in the item of a row without an id: items are matched by their order, and every item has an id. */
const noId = 'none';
const idShownMax = 64;

export type { Pusher, PushRow } from './row-content.ts';

const noObject = item(noId, 'refused', 'invalid_body', 'The document must be an object.');

/**
 * @param pusherOf as whom a row is pushed that another device signed (SY23)
 * @param taken at a box, rows that are not signed are refused (SY25)
 */
export async function pushRows(
  caller: Pusher,
  peek: Peek,
  definition: CollectionDefinition,
  rows: readonly PushRow[],
  pusherOf: PusherOf = noRelay,
  taken: 'as it is' | 'signed' = 'as it is',
): Promise<Item[]> {
  const latest = new Map<unknown, Promise<Item>>();
  // The rows are pushed at once, so that the store commits them together; each still stands for itself. Rows of one id wait
  // for each other: which of them comes first is not left to the store.
  const answers = rows.map((row) => {
    const push = async () =>
      row.relay
        ? pushRelayed(peek, definition, row, row.relay, pusherOf)
        : (taken === 'signed' && unsigned(row)) || pushRow(caller, peek, definition, row);
    const id = isObject(row.newDocumentState) ? row.newDocumentState['id'] : undefined;
    const before = latest.get(id);
    const answer = before && isId(id) ? before.then(push) : push();
    latest.set(id, answer);
    return answer;
  });
  return Promise.all(answers);
}

/** Answers a row that a box may not bring up, because its kiosk did not sign it. */
function unsigned({ newDocumentState: document }: PushRow): Item {
  const id = isObject(document) ? document['id'] : null;
  return item(
    isId(id) ? id : noId,
    'refused',
    'row_unsigned',
    'A box takes rows that their kiosk signed. Update the kiosk.',
  );
}

async function pushRelayed(
  peek: Peek,
  definition: CollectionDefinition,
  row: PushRow,
  relay: Relay,
  pusherOf: PusherOf,
): Promise<Item> {
  const document = row.newDocumentState;
  if (!isObject(document)) return noObject;
  const pusher = await pusherOf(document, relay);
  if (pusher.ok) return pushRow(pusher.value, peek, definition, row);
  const { id } = document;
  const [{ code, message }] = pusher.errors;
  return item(isId(id) ? id : noId, 'refused', code, message);
}

async function pushRow(caller: Pusher, peek: Peek, definition: CollectionDefinition, row: PushRow): Promise<Item> {
  const document = row.newDocumentState;
  if (!isObject(document)) return noObject;
  const id = document['id'];
  if (!isId(id))
    return item(
      typeof id === 'string' && id !== '' ? id.slice(0, idShownMax) : noId,
      'refused',
      'invalid_id',
      'The `id` must be a lower-case UUID.',
    );
  const { actor } = caller;
  // A row of a box that reaches this line is the box's own: rows that it relays run as the kiosk that made them.
  if (actor.kiosk && deviceRights[actor.kiosk.role].relaysOnly)
    return item(id, 'refused', 'row_unsigned', 'A box brings up rows that its kiosks signed, and none of its own.');
  if (!actor.kiosk) return mergeRow({ caller, peek, definition }, { id, document, assumed: row.assumedMasterState });
  if (document['_deleted'] === true) return item(id, 'refused', 'not_writable', 'A device cannot delete records.');
  const values = withoutReadOnly(definition, fieldsOf(definition, document));
  const stored = await peek(definition.name, id);
  if (stored && !isBound(actor, definition, stored))
    return item(id, 'refused', 'not_yours', 'This record belongs to another event or exhibitor.');
  if (stored && sameContent(definition, values, stored)) return item(id, 'duplicate');
  if (stored && definition.replicated?.push === 'append')
    return item(id, 'refused', 'id_reused', 'Another record with this ID already exists.');
  if (stored) return merge(caller, definition, id, values, row.assumedMasterState, stored);
  const outcome = await caller.run({ verb: 'create', collection: definition.name, id, input: values });
  if (outcome.kind === 'record') return item(id, 'accepted');
  if (outcome.kind !== 'refused') throw new Error('a create answers a record or a refusal');
  const [first] = outcome.errors;
  // Two requests with the same row at once: the one that came second finds it stored.
  if (first.code === 'duplicate' && (await peek(definition.name, id))) return pushRow(caller, peek, definition, row);
  return item(id, 'refused', first.code, first.message);
}

async function merge(
  caller: Pusher,
  definition: CollectionDefinition,
  id: string,
  values: Record<string, unknown>,
  assumed: unknown,
  stored: StoredRecord,
): Promise<Item> {
  const current = replicaOf(definition)(stored) as Item['record'];
  if (!isCurrent(definition, assumed, stored))
    return item(id, 'refused', 'conflict', 'The record was changed by another client in the meantime.', current);
  const outcome = await caller.run({
    verb: 'update',
    collection: definition.name,
    id,
    input: values,
    ifVersion: stored.version,
  });
  if (outcome.kind === 'record') return item(id, 'accepted');
  if (outcome.kind !== 'refused') throw new Error('an update answers a record or a refusal');
  const [first] = outcome.errors;
  return first.code === 'version_mismatch'
    ? item(id, 'refused', 'conflict', 'The record was changed by another client in the meantime.', current)
    : item(id, 'refused', first.code, first.message);
}
