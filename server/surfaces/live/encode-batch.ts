/** Changes as text, made once for all that receive the same, on any connection and under any subscription id. */
import type { ChangeFrame } from '#shared/live/frames.ts';
import type { Followed } from '../../core/log/subscriptions/subscription-filter.ts';
import type { Batch } from '../../core/log/tails/batch.ts';

/** Maximum number of subscription ids for which a batch keeps its frames: connections of one program use the same ids. */
const namesKeptMax = 16;

const endings = new WeakMap<Batch, readonly string[]>();
const framed = new WeakMap<Batch, Map<string, readonly Buffer[]>>();

export function changeFrame(id: string, { id: record, op, record: values, seq }: Followed): ChangeFrame {
  return { type: 'change', id, seq, op, record: values ?? { id: record } };
}

/** Returns the JSON of each frame without its beginning, which names the subscription. */
function endingsOf(batch: Batch): readonly string[] {
  const known = endings.get(batch);
  if (known) return known;
  const made = batch.changes.map((change) => {
    const { op, record, seq } = changeFrame('', change);
    return `,"seq":${seq},"op":"${op}","record":${JSON.stringify(record)}}`;
  });
  endings.set(batch, made);
  return made;
}

/** Each change as the JSON of its frame, in order. */
export function frameTexts(id: string, batch: Batch): readonly string[] {
  const beginning = `{"type":"change","id":${JSON.stringify(id)}`;
  return endingsOf(batch).map((ending) => beginning + ending);
}

/** Each change as the bytes of its frame, in order. */
export function frameBytes(id: string, batch: Batch): readonly Buffer[] {
  const kept = framed.get(batch) ?? new Map<string, readonly Buffer[]>();
  framed.set(batch, kept);
  const known = kept.get(id);
  if (known) return known;
  const made = frameTexts(id, batch).map((text) => Buffer.from(text));
  if (kept.size < namesKeptMax) kept.set(id, made);
  return made;
}
