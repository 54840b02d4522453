/** The exact score of two people, from their records alone: for stored matches and for lists of them. */
import { type AttendeeProfileRecord, profileVectors } from '#shared/modules/events/networking.ts';
import { lexicalProvider, lexicalVector, textOf } from '#shared/networking/lexical.ts';
import { traitsOf } from '#shared/networking/profile.ts';
import { calibrated, type PairScore, scorePair } from '#shared/networking/score.ts';
import type { Reader } from '../../../store/contract.ts';
import { type Semantic, vectorOf } from './semantic.ts';
import type { NetworkingSetting } from './setting.ts';

function cosineOf(a: Float32Array | null, b: Float32Array | null): number {
  if (!a || !b || a.length !== b.length) return 0;
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

async function vectorFor(
  reader: Reader,
  profile: AttendeeProfileRecord,
  { provider }: Semantic,
  { lexicon }: NetworkingSetting,
): Promise<Float32Array | null> {
  if (provider === lexicalProvider) return lexicalVector(textOf(profile), lexicon);
  const known = await reader.findOne(profileVectors, { profile: profile.id });
  return known?.provider === provider && known.vector !== null ? vectorOf(known.vector) : null;
}

export async function scoreOfPair(
  reader: Reader,
  a: AttendeeProfileRecord,
  b: AttendeeProfileRecord,
  setting: NetworkingSetting,
  semantic: Semantic,
): Promise<PairScore> {
  const cosine = cosineOf(await vectorFor(reader, a, semantic, setting), await vectorFor(reader, b, semantic, setting));
  const { rules, weights } = setting;
  return scorePair(traitsOf(a, rules), traitsOf(b, rules), weights, rules, calibrated(cosine, semantic.calibration));
}
