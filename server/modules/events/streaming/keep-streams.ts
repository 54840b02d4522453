/** Timed job: ends streams whose time to resume is over, and notices when the streaming process itself is gone. */
import { ok } from '#shared/base/result.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { streams } from '#shared/modules/events/streaming.ts';
import type { Condition } from '#shared/query/query.ts';
import { earliest, firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import type { EventsPorts } from '../ports.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { disconnected, ended, isPublished } from './stream-states.ts';

/** Without a report for so long, the picture is gone for every viewer. */
const lostMs = 30 * secondMs;
const everyMs = 5 * secondMs;
/** Maximum number of streams that one run moves on. */
const rowsMax = 200;

const inStates = (...value: readonly string[]): Condition => ({ kind: 'field', path: 'state', op: 'in', value });
const before = (path: string, ms: number): Condition => ({ kind: 'field', path, op: 'less_than', value: isoTime(ms) });

export function keepStreams(ports: EventsPorts): TimedJob {
  const isOver = (nowMs: number): Condition => ({
    kind: 'or',
    of: [
      { kind: 'and', of: [inStates('disconnected'), before('resumableUntil', nowMs)] },
      { kind: 'and', of: [inStates('connected', 'live'), before('lastReportAt', nowMs - lostMs)] },
    ],
  });
  return {
    name: 'events.keep-streams',
    everyMs,
    async nextDue(context) {
      const waiting = { collection: streams.name, field: 'resumableUntil', where: inStates('disconnected') };
      const live = { collection: streams.name, field: 'lastReportAt', where: inStates('connected', 'live') };
      const lost = await firstDue(context, live, 0);
      return earliest([await firstDue(context, waiting, 0), lost === null ? null : lost + lostMs]);
    },
    async run({ clock, commit, reader }) {
      for (const { id } of await reader.find(streams, { where: isOver(clock()), limit: rowsMax })) {
        const done = await commit(async (tx) => {
          const [stream] = await tx.find(streams, {
            where: { kind: 'and', of: [{ kind: 'field', path: 'id', op: 'equals', value: id }, isOver(clock())] },
            limit: 1,
          });
          if (!stream) return ok(null);
          if (isPublished(stream)) await disconnected(tx, ports, stream, await tx.get(events, stream.event));
          else await ended(tx, ports, stream);
          return ok(null);
        });
        throwIfRefused(done);
      }
    },
  };
}
