/** Finds the latest stream of an event, leaving out those in one state. */
import { type StreamRecord, streams } from '#shared/modules/events/streaming.ts';
import type { Reader } from '../../../store/contract.ts';

/** @param except state of the streams that are left out. @returns null: there is none */
export async function latestStream(
  reader: Reader,
  event: string,
  except: StreamRecord['state'],
): Promise<StreamRecord | null> {
  const [found] = await reader.find(streams, {
    where: {
      kind: 'and',
      of: [
        { kind: 'field', path: 'event', op: 'equals', value: event },
        { kind: 'field', path: 'state', op: 'not_equals', value: except },
      ],
    },
    sort: [{ path: 'createdAt', direction: 'desc' }],
    limit: 1,
  });
  return found ?? null;
}
