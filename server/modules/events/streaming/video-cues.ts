/** Captions that go into the outgoing video: those of the first caption language of the event. */
import { captions } from '#shared/modules/events/captions.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { whatIsThere } from '../what-is-there.ts';
import type { SentCue } from './ingest-message.ts';
import { streamingOf } from './setting.ts';

/** Maximum number of cues in one answer; the next answer, two seconds later, has more. */
const cuesMax = 40;

/** @param after when the last cue was written that was sent; those of the same moment are sent again; null: the latest cues */
export async function cuesForVideo(
  reader: Reader,
  event: EventRecord,
  stream: string,
  after: string | null,
): Promise<readonly SentCue[]> {
  const setting = streamingOf(event).captions;
  if (setting?.enabled === false) return [];
  const of: Condition[] = [
    { kind: 'field', path: 'stream', op: 'equals', value: stream },
    { kind: 'field', path: 'lang', op: 'equals', value: setting?.languages?.[0] ?? 'en' },
  ];
  if (after !== null) of.push({ kind: 'field', path: 'createdAt', op: 'greater_than_equal', value: after });
  const found = await whatIsThere(reader).find(captions, {
    where: { kind: 'and', of },
    sort: [{ path: 'createdAt', direction: after === null ? 'desc' : 'asc' }],
    limit: cuesMax,
  });
  const inOrder = after === null ? found.toReversed() : found;
  return inOrder.map(({ createdAt, endMs, id, lang, startMs, text }) => ({
    ...{ id, lang, text, startMs, createdAt },
    durationMs: endMs - startMs,
  }));
}
