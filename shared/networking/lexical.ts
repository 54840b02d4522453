/**
 * The semantic provider without a service: tokens, character n-grams and concepts, hashed with signs into a fixed
 * number of dimensions (Weinberger et al., Feature Hashing, 2009). Deterministic; related words that share no letters
 * are known by the lexicon alone, so it is named `lexical` everywhere.
 */
import type { Lexicon } from './lexicon.ts';
import { norm } from './norm.ts';
import type { ProfileWords } from './profile.ts';
import type { Calibration } from './score.ts';

export const lexicalProvider = 'lexical';
export const lexicalDim = 384;
/** The cosine of random profiles is near 0; that of two that say much the same is about .6. */
export const lexicalCalibration: Calibration = { lo: 0.05, hi: 0.6 };

const gramLength = 4;
const kindWeight = { token: 1, gram: 0.35, concept: 2.5 } as const;
/** English words that say nothing about a profile. */
const empty = new Set('a an and are as at be by for from i in into is it my of on or our the to we with'.split(' '));

/** FNV-1a, 32 bits. */
function hash(text: string, seed: number): number {
  let h = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 15;
  return Math.imul(h, 0x2c1b3c6d) >>> 0;
}

/** Returns the text of a profile, without the person's name, address and company. */
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

/** A feature of a text: how often it occurs, and what its kind weighs. */
interface Feature {
  count: number;
  readonly weight: number;
}

function see(found: Map<string, Feature>, feature: string, weight: number): void {
  const known = found.get(feature);
  if (known) known.count += 1;
  else found.set(feature, { count: 1, weight });
}

/** Adds the concepts of terms that begin with the word at `from`. */
function seeConcepts(found: Map<string, Feature>, tokens: readonly string[], from: number, lexicon: Lexicon): void {
  for (const { concept, rest } of lexicon.get(tokens[from] as string) ?? [])
    if (rest.every((word, n) => tokens[from + 1 + n] === word)) see(found, `c:${concept}`, kindWeight.concept);
}

function seeWord(found: Map<string, Feature>, token: string): void {
  if (token === '' || empty.has(token)) return;
  see(found, `t:${token}`, kindWeight.token);
  const padded = `_${token}_`;
  for (let at = 0; at + gramLength <= padded.length; at += 1)
    see(found, `g:${padded.slice(at, at + gramLength)}`, kindWeight.gram);
}

function featuresOf(text: string, lexicon: Lexicon): ReadonlyMap<string, Feature> {
  const found = new Map<string, Feature>();
  const tokens = norm(text).split(' ');
  for (let at = 0; at < tokens.length; at += 1) {
    seeConcepts(found, tokens, at, lexicon);
    seeWord(found, tokens[at] as string);
  }
  return found;
}

/** @returns a vector of Euclidean length 1; all zeros for a text without words */
export function lexicalVector(text: string, lexicon: Lexicon): Float32Array {
  const vector = new Float32Array(lexicalDim);
  // Long texts count by the root of how often they say it.
  for (const [feature, { count, weight }] of featuresOf(text, lexicon)) add(vector, feature, weight * Math.sqrt(count));
  return unit(vector);
}

/** Normalizes the vector in place. */
export function unit(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0) for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}
