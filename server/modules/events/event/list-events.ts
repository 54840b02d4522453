/** `events.list`: by start; the status is judged by the clock of the moment, not by what a job wrote a minute ago. */

import { assert } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { byStatus, listEvents } from '#shared/modules/events/actions.ts';
import {
  type EventRecord,
  eventStatuses,
  events,
  gates as gateTable,
  ticketTypes,
} from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { parseWhere } from '#shared/query/parse-where.ts';
import type { Condition } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { declaredMax } from '../records.ts';
import { eventAnswer } from './event-answer.ts';
import type { EventStatus } from './event-status.ts';

const cursorPurpose = 'events.list';
const pageMax = 100;

function among(path: string, value: readonly string[]): Condition {
  return { kind: 'field', path, op: 'in', value };
}

function statusCondition(status: EventStatus): Condition {
  const words = parseWhere(events, byStatus[status], { dialect: 'json' });
  assert(words.ok, `the words for ${status}`);
  return words.value;
}

function isStatus(text: string): text is EventStatus {
  return eventStatuses.some((status) => status === text);
}

/** Returns the answers for events, in the order of `page`. */
async function shownEvents(reader: Reader, page: readonly EventRecord[], nowMs: number) {
  // One question for all events of the page, not one each.
  const declared = async <C extends CollectionDefinition>(collection: C): Promise<readonly RecordOf<C>[]> =>
    page.length === 0
      ? []
      : reader.find(collection, {
          where: among(
            'event',
            page.map((event) => event.id),
          ),
          limit: declaredMax * page.length,
        });
  const types = await declared(ticketTypes);
  const gates = await declared(gateTable);
  return page.map((event) => {
    const own = types.filter((type) => type.event === event.id).sort((a, b) => a.position - b.position);
    return eventAnswer(
      event,
      own,
      gates.filter((gate) => gate.event === event.id),
      nowMs,
    );
  });
}

async function namedEvents(reader: Reader, ids: readonly string[]): Promise<readonly EventRecord[]> {
  if (ids.length === 0) return [];
  const found = await reader.find(events, {
    where: among('id', ids),
    limit: ids.length,
  });
  const byId = new Map(found.map((event) => [event.id, event]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function listEventsAction(ports: Pick<EventsPorts, 'seal' | 'open'>) {
  /** Sealed, so that no one makes one up, and bound to the filter it was made under. */
  const cursorOf = (event: EventRecord, status: string | null) =>
    ports.seal(cursorPurpose, new TextEncoder().encode(canonicalJson({ status, after: [event.startsAt, event.id] })));

  function readCursor(text: string, status: string | null): readonly unknown[] | null {
    const plain = ports.open(cursorPurpose, text);
    const said = plain && (JSON.parse(new TextDecoder().decode(plain)) as { status: string | null; after: unknown[] });
    return said?.status === status ? said.after : null;
  }

  return action(listEvents, async (reader, input, { clock }) => {
    if (input.ids) {
      const named = await shownEvents(reader, await namedEvents(reader, input.ids.filter(isId)), clock());
      const { length } = named;
      return ok({
        events: named,
        data: named,
        meta: { limit: pageMax, hasMore: false, nextCursor: null, total: length },
      });
    }
    const status = input.status ?? null;
    if (status !== null && !isStatus(status)) {
      return refuseWith('status_unknown', { path: 'status', detail: { allowed: eventStatuses } });
    }
    const after = input.cursor ? readCursor(input.cursor, status) : undefined;
    if (after === null) return refuseWith('cursor_invalid', { path: 'cursor' });

    const nowMs = clock();
    const where = status === null ? undefined : statusCondition(status);
    const limit = Math.min(input.limit ?? pageMax, pageMax);
    const found = await reader.find(events, {
      ...(where && { where }),
      ...(after && { after }),
      sort: [{ path: 'startsAt', direction: 'asc' }],
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = found.length > limit && last ? cursorOf(last, status) : null;
    const shown = await shownEvents(reader, page, nowMs);
    return ok({
      events: shown,
      data: shown,
      meta: { limit, hasMore: nextCursor !== null, nextCursor, total: await reader.count('events', where) },
    });
  });
}
