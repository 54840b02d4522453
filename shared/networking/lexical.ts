/**
 * The semantic provider without a service: tokens, character n-grams and concepts, hashed with signs into a fixed
 * number of dimensions (Weinberger et al., Feature Hashing, 2009). Deterministic; related words that share no letters
 * are known by the lexicon alone, so it is named `lexical` everywhere.
 */
import { norm } from './norm.ts';
import type { ProfileWords } from './profile.ts';
import type { Calibration } from './score.ts';

export const lexicalProvider = 'lexical';
export const lexicalDim = 384;
/** Of random profiles the cosine is near 0; of two that say much the same about .6. */
export const lexicalCalibration: Calibration = { lo: 0.05, hi: 0.6 };

const gramLength = 4;
const longestConcept = 4;
const kindWeight = { token: 1, gram: 0.35, concept: 2.5 } as const;
/** Words of all profiles. */
const empty = new Set('a an and are as at be by for from i in into is it my of on or our the to we with'.split(' '));

/** FNV-1a, 32 bits. */
function hash(text: string, seed: number): number {
  let h = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 15;
  return Math.imul(h, 0x2c1b3c6d) >>> 0;
}

/** What a profile says, without the person's name, address and company. */
export function textOf(words: ProfileWords): string {
  const { bio, headline, industry, interests, lookingFor, offering, role, skills } = words;
  const lists = [interests, skills, lookingFor, offering].map((list) => (list ?? []).join('. '));
  return [headline, role, industry, ...lists, bio].filter((text) => text).join('. ');
}

function add(vector: Float32Array, feature: string, weight: number): void {
  const h = hash(feature, 0);
  const at = h % lexicalDim;
  vector[at] = (vector[at] ?? 0) + (hash(feature, 1) & 1 ? weight : -weight);
}

/** How often each feature occurs; long texts count by the root of it. */
function featuresOf(
  text: string,
  lexicon: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly [number, number]> {
  const found = new Map<string, readonly [number, number]>();
  const see = (feature: string, weight: number) => {
    const [count] = found.get(feature) ?? [0];
    found.set(feature, [count + 1, weight]);
  };
  const tokens = norm(text).split(' ');
  tokens.forEach((token, i) => {
    for (let length = 1; length <= longestConcept && i + length <= tokens.length; length += 1) {
      const concept = lexicon.get(tokens.slice(i, i + length).join(' '));
      if (concept !== undefined) see(`c:${concept}`, kindWeight.concept);
    }
    if (token === '' || empty.has(token)) return;
    see(`t:${token}`, kindWeight.token);
    const padded = `_${token}_`;
    for (let at = 0; at + gramLength <= padded.length; at += 1)
      see(`g:${padded.slice(at, at + gramLength)}`, kindWeight.gram);
  });
  return found;
}

/** @returns a vector of length 1; of length 0 for a text without words */
export function lexicalVector(text: string, lexicon: ReadonlyMap<string, string>): Float32Array {
  const vector = new Float32Array(lexicalDim);
  for (const [feature, [count, weight]] of featuresOf(text, lexicon)) add(vector, feature, weight * Math.sqrt(count));
  return unit(vector);
}

/** In place. */
export function unit(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0) for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}
