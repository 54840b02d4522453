/**
 * Vectors of texts from a service that speaks the OpenAI API: `POST {url}/embeddings`. Local model servers speak it, too.
 * The operator named the address, so private ones are allowed; redirects are not followed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, parseJson } from '#shared/base/json.ts';
import { secondMs } from '#shared/base/time.ts';
import { unit } from '#shared/networking/lexical.ts';
import type { Calibration } from '#shared/networking/score.ts';
import type { Embedded, Embeddings } from '../../modules/events/networking/embeddings.ts';

export interface EmbeddingSetting {
  /** Without a slash at the end. */
  readonly url: string;
  /** Null: requests have no authorization. */
  readonly key: string | null;
  readonly model: string;
  readonly calibration: Calibration;
  /** Time limit of one attempt, with its answer; 10 s when absent. */
  readonly limitMs?: number;
  /** Pause before each repetition, in their order; when absent three repetitions, after 0.5, 2 and 8 s. */
  readonly pausesMs?: readonly number[];
}

const attemptMs = 10 * secondMs;
/** Three repetitions. */
const pauses: readonly number[] = [500, 2 * secondMs, 8 * secondMs];
/** 64 vectors of 8,192 dimensions as text are about 12 MB. */
const answerBytesMax = 32 * 1024 * 1024;
const dimMax = 8_192;
const problemMax = 500;

class Unusable extends Error {}

/** A status that will be the same again: the request itself is refused. */
class Refused extends Error {}

async function readBounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Unusable('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw new Unusable('the answer is not JSON');
  return value;
}

function vectorIn(row: unknown): Float32Array {
  const values = isObject(row) ? row['embedding'] : null;
  if (!Array.isArray(values) || values.length === 0 || values.length > dimMax)
    throw new Unusable('a vector is missing');
  if (!values.every((value) => typeof value === 'number'))
    throw new Unusable('a vector has a value that is not a number');
  return unit(Float32Array.from(values));
}

/** Returns the vectors in the order of the texts: each row names its own place. */
function vectorsIn(text: string, count: number): readonly Float32Array[] {
  const body = parsed(text);
  const rows = isObject(body) && Array.isArray(body['data']) ? body['data'] : [];
  if (rows.length !== count) throw new Unusable(`the answer has ${rows.length} vectors for ${count} texts`);
  const vectors = new Map(
    rows.map((row: unknown, i) => [
      isObject(row) && typeof row['index'] === 'number' ? row['index'] : i,
      vectorIn(row),
    ]),
  );
  const ordered = rows.flatMap((_row, i) => vectors.get(i) ?? []);
  const dims = new Set(ordered.map(({ length }) => length));
  if (ordered.length !== count || dims.size !== 1) throw new Unusable('the vectors do not belong to the texts');
  return ordered;
}

export function createEmbeddings(setting: EmbeddingSetting): Embeddings {
  const { calibration, key, limitMs = attemptMs, model, pausesMs = pauses, url } = setting;

  async function attempt(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const answer = await fetch(`${url}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await readBounded(answer);
    const { status } = answer;
    if (status === 200) return vectorsIn(text, texts.length);
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw new Refused(`status ${status}`);
    throw new Unusable(`status ${status}`);
  }

  async function embed(texts: readonly string[]): Promise<Embedded> {
    for (let tried = 0; ; tried += 1) {
      try {
        return { kind: 'vectors', vectors: await attempt(texts) };
      } catch (fault) {
        const pause = pausesMs[tried];
        const problem = (fault instanceof Error ? fault.message : String(fault)).slice(0, problemMax);
        if (fault instanceof Refused || pause === undefined) return { kind: 'failed', problem };
        await sleep(pause);
      }
    }
  }

  return { id: model, calibration, embed };
}
