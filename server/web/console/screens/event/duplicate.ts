/**
 * Makes a copy of an event at another time: first, in one request, the event with ticket types, lists and gates, then the other
 * settings, the badge and the questions. Its moments (sale windows, price steps, hours of gates, the start of bookings) move by
 * as much as its start. People, orders and kiosks are not copied.
 */

import { isObject, type Values } from '#shared/base/json.ts';
import { client, request } from '../../data/client.ts';
import type { CollectionName } from '../../data/follow-changes.ts';
import { listAll } from '../../data/page-query.ts';
import { readRecord } from '../../data/use-record.ts';

/** Questions at the registration, and at the gate. */
const questionCollections = ['registration_questions', 'checkin_questions'] as const;
/** Fields that are not copied: they belong to the record, or to what was sold of it. */
const own = ['id', 'createdAt', 'updatedAt', 'version', 'event', 'amount', 'createdBy', 'updatedBy'];
const eventOnly = [
  ...own,
  'tickets',
  'gates',
  'name',
  'status',
  'startsAt',
  'endsAt',
  'doorsOpenAt',
  'slug',
  // A copy of the sample event is no sample.
  'sample',
  'streaming',
  'badgeLayout',
];

function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !names.includes(name) && value !== null && value !== undefined),
  );
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Moves every moment in a value: a copy keeps none, because each of them was set for the date of the old event. */
function moved(value: unknown, byMs: number): unknown {
  if (typeof value === 'string' && moment.test(value)) return new Date(Date.parse(value) + byMs).toISOString();
  if (Array.isArray(value)) return value.map((one) => moved(one, byMs));
  return isObject(value) ? movedIn(value, byMs) : value;
}

const movedIn = (values: Values, byMs: number): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, moved(value, byMs)]));

const ofEvent = (collection: CollectionName, eventId: string, sort?: string) =>
  listAll<Values & { readonly id: string }>(collection, {
    where: { event: { equals: eventId } },
    ...(sort !== undefined && { sort }),
  });

export interface Copy {
  readonly name: string;
  /** ISO 8601. */
  readonly startsAt: string;
}

/** @returns the id of the new draft */
export async function duplicateEvent(eventId: string, { name, startsAt }: Copy): Promise<string> {
  const [event, types, lists, gates, ...questions] = await Promise.all([
    readRecord<Values>('events', eventId),
    // The copy numbers its ticket types in this order.
    ofEvent('ticket_types', eventId, 'position'),
    ofEvent('checkin_lists', eventId),
    ofEvent('gates', eventId),
    ...questionCollections.map((collection) => ofEvent(collection, eventId)),
  ]);
  const byMs = Date.parse(startsAt) - Date.parse(String(event['startsAt']));
  const at = (field: string) => new Date(Date.parse(String(event[field])) + byMs).toISOString();
  const typeKeys = new Map(types.map((type) => [type.id, String(type['key'])]));
  const listKeys = new Map(lists.map((list) => [list.id, String(list['key'])]));
  const keyed = (values: Values, names: readonly string[]) => ({
    ...without(movedIn(values, byMs), [...own, 'key', ...names]),
    id: values['key'],
  });
  const keysOf = (ids: unknown) => idsOf(ids).flatMap((id) => typeKeys.get(id) ?? []);
  const made = await request<Values & { readonly id: string }>('POST', '/events', {
    ...pick(event, ['type', 'timezone', 'venue', 'description', 'capacity', 'replayWindowMinutes', 'signatures']),
    ...pick(event, ['onePerEmail', 'networking', 'stripe', 'gamification']),
    name,
    status: 'draft',
    startsAt,
    endsAt: at('endsAt'),
    ...(event['doorsOpenAt'] ? { doorsOpenAt: at('doorsOpenAt') } : {}),
    tickets: types.map((type) => ({ ...keyed(type, ['position']), addOnTo: keysOf(type['addOnTo']) })),
    lists: lists.map((list) => keyed(list, [])),
    gates: gates.map((gate) => ({
      ...keyed(gate, ['list', 'ticketTypes']),
      list: listKeys.get(String(gate['list'])),
      ticketTypes: keysOf(gate['ticketTypes']),
    })),
  });
  await copyRest(event, made.id, { questions, typeKeys, byMs });
  return made.id;
}

const pick = (values: Values, names: readonly string[]) =>
  without(Object.fromEntries(names.map((name) => [name, values[name]])), []);
const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

interface Rest {
  /** Questions of each of `questionCollections`, in the same order. */
  readonly questions: readonly (readonly Values[])[];
  /** Keys of the old event's ticket types, by id. */
  readonly typeKeys: ReadonlyMap<string, string>;
  /** By how much the start moves. */
  readonly byMs: number;
}

/** Copies the parts that `POST /events` does not take: the badge, the other settings, the questions. */
async function copyRest(event: Values, madeId: string, { questions, typeKeys, byMs }: Rest): Promise<void> {
  const settings = without(event, [...eventOnly, 'type', 'timezone', 'networking', 'stripe', 'gamification']);
  const { badgeLayout } = event;
  const patch = { ...movedIn(settings, byMs), ...(badgeLayout ? { badgeLayout } : {}) };
  if (Object.keys(patch).length > 0) await request('PATCH', `/api/v1/events/${madeId}`, patch);
  if (questions.every((list) => list.length === 0)) return;
  const newIds = new Map((await ofEvent('ticket_types', madeId)).map((type) => [String(type['key']), type.id]));
  for (const [n, collection] of questionCollections.entries()) {
    const create = (questions[n] ?? []).map((question) => ({
      ...without(question, own),
      event: madeId,
      ticketTypes: idsOf(question['ticketTypes']).flatMap((id) => newIds.get(typeKeys.get(id) ?? '') ?? []),
    }));
    if (create.length > 0) await client.$collection(collection).bulk({ create } as never);
  }
}
