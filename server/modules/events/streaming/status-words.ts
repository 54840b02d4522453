/** The state of a stream in sentences, and which stream an event shows. */
import type { StreamRecord, TargetProblem } from '#shared/modules/events/streaming.ts';
import { streams } from '#shared/modules/events/streaming.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';

export const notSetUp =
  'This server has no streaming process. The operator sets one up with STREAMING_PORT, or runs `npm run streaming` on another computer.';

/** None of them names an address or a key. */
export const problemWords: Readonly<Record<TargetProblem, string>> = {
  address_missing: 'The target has no address. Set its `url`.',
  address_refused: 'The address of the target is not public, or is not an RTMP address. Set another `url`.',
  no_connection: 'The target does not answer. It is tried again every few seconds.',
  certificate_refused: 'The certificate of the target is not valid. Check the address.',
  handshake_failed: 'The target answers, but not with RTMP. Check the address.',
  refused_by_target: 'The target refused the stream. Check its stream key, and whether it waits for a stream.',
  connection_lost: 'The target ended the connection. It is tried again.',
  too_slow: 'The target takes the stream more slowly than it plays. It was disconnected and is tried again.',
};

/** The stream that is not over, if it has begun; else the last one that has. */
export async function latestStream(reader: Reader, event: string): Promise<StreamRecord | null> {
  const found = await reader.find(streams, {
    where: where({ event }),
    sort: [{ path: 'createdAt', direction: 'desc' }],
    limit: 2,
  });
  const [last, before] = found;
  return (last?.state === 'idle' && before ? before : last) ?? null;
}
