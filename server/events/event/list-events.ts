/** `events.list`: by start; the status is judged by the clock of the moment, not by what a job wrote a minute ago. */
import { canonicalJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { listEvents } from '#shared/modules/events/actions.ts';
import {
  type EventRecord,
  eventStatuses,
  type GateRecord,
  type TicketTypeRecord,
} from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { Condition } from '#shared/query/query.ts';
import { action } from '../../collections/module.ts';
import type { EventsPorts } from '../ports.ts';
import { declaredMax } from '../records.ts';
import { eventAnswer } from './event-answer.ts';
import type { EventStatus } from './event-status.ts';

const cursorPurpose = 'events.list';
const pageMax = 100;

function field(
  path: string,
  op: 'equals' | 'not_in' | 'in' | 'greater_than' | 'less_than_equal',
  value: unknown,
): Condition {
  return { kind: 'field', path, op, value };
}

function statusCondition(status: EventStatus, now: string): Condition {
  if (status === 'draft' || status === 'cancelled') return field('status', 'equals', status);
  const said = field('status', 'not_in', ['draft', 'cancelled']);
  const times: Record<'upcoming' | 'live' | 'completed', readonly Condition[]> = {
    upcoming: [field('startsAt', 'greater_than', now)],
    live: [field('startsAt', 'less_than_equal', now), field('endsAt', 'greater_than', now)],
    completed: [field('endsAt', 'less_than_equal', now)],
  };
  return { kind: 'and', of: [said, ...times[status]] };
}

function isStatus(text: string): text is EventStatus {
  return eventStatuses.some((status) => status === text);
}

export function listEventsAction(ports: Pick<EventsPorts, 'seal' | 'open'>) {
  /** Sealed, so that nobody makes one up, and bound to the filter it was made under. */
  const cursorOf = (event: EventRecord, status: string | null) =>
    ports.seal(cursorPurpose, new TextEncoder().encode(canonicalJson({ status, after: [event.startsAt, event.id] })));

  function readCursor(text: string, status: string | null): readonly unknown[] | null {
    const plain = ports.open(cursorPurpose, text);
    const said = plain && (JSON.parse(new TextDecoder().decode(plain)) as { status: string | null; after: unknown[] });
    return said?.status === status ? said.after : null;
  }

  return action(listEvents, async (reader, input, { clock }) => {
    const status = input.status ?? null;
    if (status !== null && !isStatus(status)) {
      return refuseWith('status_unknown', { path: 'status', detail: { allowed: eventStatuses } });
    }
    const after = input.cursor ? readCursor(input.cursor, status) : undefined;
    if (after === null) return refuseWith('cursor_invalid', { path: 'cursor' });

    const nowMs = clock();
    const where = status === null ? undefined : statusCondition(status, isoTime(nowMs));
    const limit = Math.min(input.limit ?? pageMax, pageMax);
    const found = (await reader.find('events', {
      ...(where && { where }),
      ...(after && { after }),
      sort: [{ path: 'startsAt', direction: 'asc' }],
      limit: limit + 1,
    })) as readonly EventRecord[];
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = found.length > limit && last ? cursorOf(last, status) : null;
    // One question for all events of the page, not one each.
    const declared = async (collection: string) =>
      page.length === 0
        ? []
        : reader.find(collection, {
            where: field(
              'event',
              'in',
              page.map((event) => event.id),
            ),
            limit: declaredMax * pageMax,
          });
    const types = (await declared('ticket_types')) as readonly TicketTypeRecord[];
    const gates = (await declared('gates')) as readonly GateRecord[];
    const events = page.map((event) => {
      const own = types.filter((type) => type.event === event.id).sort((a, b) => a.position - b.position);
      return eventAnswer(
        event,
        own,
        gates.filter((gate) => gate.event === event.id),
        nowMs,
      );
    });
    return ok({
      events,
      data: events,
      meta: { nextCursor, hasMore: nextCursor !== null, total: await reader.count('events', where) },
    });
  });
}
