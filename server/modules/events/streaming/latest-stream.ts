/** The latest stream of an event, among those that are in another state than one. */
import { type StreamRecord, streams } from '#shared/modules/events/streaming.ts';
import type { Reader } from '../../../store/contract.ts';

/** @returns null: there is none */
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
