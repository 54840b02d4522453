/** Chooses how the meaning of profiles is compared: one provider for all people of an event. */
import type { EventRecord } from '#shared/modules/events/event.ts';
import { profileVectors } from '#shared/modules/events/networking.ts';
import { lexicalCalibration, lexicalDim, lexicalProvider } from '#shared/networking/lexical.ts';
import type { Calibration } from '#shared/networking/score.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import type { Embeddings } from './embeddings.ts';
import type { NetworkingSetting } from './setting.ts';

export interface Semantic {
  /** `lexical`, or the model of the service. */
  readonly provider: string;
  readonly dim: number;
  readonly calibration: Calibration;
}

const lexical: Semantic = { provider: lexicalProvider, dim: lexicalDim, calibration: lexicalCalibration };

const field = (path: string, op: 'exists' | 'less_than' | 'greater_than', value: unknown): Condition => ({
  kind: 'field',
  path,
  op,
  value,
});

/**
 * Vectors that cannot be compared: the service did not answer, or they are of the model that was in use before. Each
 * condition is one range of an index: it is asked at every request, among as many rows as the event has people.
 */
export function staleConditions({ id }: Pick<Embeddings, 'id'>): readonly Condition[] {
  return [field('problem', 'exists', true), field('provider', 'less_than', id), field('provider', 'greater_than', id)];
}

/**
 * The service, where the organizer lets text leave, the service has answered for everyone so far and one vector is stored;
 * else the lexical comparison for all.
 */
export async function semanticOf(
  reader: Reader,
  event: Pick<EventRecord, 'id'>,
  { sendsText }: Pick<NetworkingSetting, 'sendsText'>,
  embeddings: Embeddings | null,
): Promise<Semantic> {
  if (!sendsText || !embeddings) return lexical;
  for (const stale of staleConditions(embeddings)) {
    const of = [where({ event: event.id }), stale];
    if ((await reader.find(profileVectors, { where: { kind: 'and', of }, limit: 1 })).length > 0) return lexical;
  }
  const { calibration, id } = embeddings;
  const known = await reader.findOne(profileVectors, { event: event.id, provider: id });
  const vector = known?.vector;
  if (!vector) return lexical;
  return { provider: id, dim: vectorOf(vector).length, calibration };
}

export function vectorText(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64url');
}

export function vectorOf(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64url');
  const vector = new Float32Array(Math.floor(bytes.length / 4));
  for (let i = 0; i < vector.length; i += 1) vector[i] = bytes.readFloatLE(4 * i);
  return vector;
}
