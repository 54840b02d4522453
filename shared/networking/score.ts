/**
 * Computes how well two people match, from 0 to 100. Symmetric; what is missing counts as 0 and the weights stay as
 * they are, so that a profile gains by being filled in. `design/events.md` 1 has the formulas and the worked examples.
 */
import { industryScore } from './industry.ts';
import { complement, cover, dice, shared } from './norm.ts';
import type { Traits } from './profile.ts';
import type { RoleRules } from './roles.ts';

export const scoreParts = ['complementary', 'interests', 'skills', 'industry', 'role', 'semantic'] as const;
export type ScorePart = (typeof scoreParts)[number];
export type Weights = Readonly<Record<ScorePart, number>>;

export const usualWeights: Weights = {
  complementary: 0.25,
  interests: 0.15,
  skills: 0.1,
  industry: 0.05,
  role: 0.05,
  semantic: 0.4,
};

/** A score may fall short of the minimum by so much: sums of decimal fractions are not exact. */
export const tolerance = 1e-6;

export type Parts = Readonly<Record<ScorePart, number>>;

export interface PairScore {
  readonly parts: Parts;
  /** 0 to 100, not rounded. */
  readonly score: number;
  /** The roles of these two are never brought together. */
  readonly isPrevented: boolean;
}

/** Cosine that counts as nothing (`lo`), and as everything (`hi`). */
export interface Calibration {
  readonly lo: number;
  readonly hi: number;
}

export function calibrated(cosine: number, { hi, lo }: Calibration): number {
  const value = (cosine - lo) / (hi - lo);
  return value > 0 ? Math.min(1, value) : 0;
}

/** Returns the share of the wishes of `a` that `b` offers, and the reverse; 0 to 1. */
export function covers(a: Traits, b: Traits): readonly [number, number] {
  return [
    cover(shared(a.lookingFor, b.offering), a.lookingFor.size),
    cover(shared(b.lookingFor, a.offering), b.lookingFor.size),
  ];
}

/** A role of each such that one complements the other, the first in the order of their roles; null: there are none. */
export function complementaryRoles(
  a: Pick<Traits, 'roles'>,
  b: Pick<Traits, 'roles'>,
  rules: RoleRules,
): readonly [string, string] | null {
  for (const x of a.roles) for (const y of b.roles) if (rules.complements(x, y)) return [x, y];
  return null;
}

export function isPrevented(a: Pick<Traits, 'roles'>, b: Pick<Traits, 'roles'>, rules: RoleRules): boolean {
  return a.roles.some((x) => b.roles.some((y) => rules.prevents(x, y)));
}

export function totalOf(parts: Parts, weights: Weights): number {
  let sum = 0;
  let weight = 0;
  for (const part of scoreParts) {
    sum += weights[part] * parts[part];
    weight += weights[part];
  }
  return (100 * sum) / weight;
}

/** @param semantic 0 to 1; 0 if it is not known */
export function scorePair(a: Traits, b: Traits, weights: Weights, rules: RoleRules, semantic: number): PairScore {
  const [c1, c2] = covers(a, b);
  const parts: Parts = {
    complementary: complement(c1, c2),
    interests: dice(shared(a.interests, b.interests), a.interests.size, b.interests.size),
    skills: dice(shared(a.skills, b.skills), a.skills.size, b.skills.size),
    industry: industryScore(a.industry, b.industry),
    role: complementaryRoles(a, b, rules) ? 1 : 0,
    semantic: Math.min(1, Math.max(0, semantic)),
  };
  return { parts, score: totalOf(parts, weights), isPrevented: isPrevented(a, b, rules) };
}

export function isEligible({ isPrevented: prevented, score }: PairScore, minScore: number): boolean {
  return !prevented && score >= minScore - tolerance;
}

export function shownScore(score: number): number {
  return Math.round(score * 10) / 10;
}

/** Returns the parts by the names that the API has for them, rounded to 4 places. */
export function breakdownOf(parts: Parts) {
  const at = (part: ScorePart) => Math.round(parts[part] * 1e4) / 1e4;
  return {
    complementaryScore: at('complementary'),
    interestScore: at('interests'),
    skillScore: at('skills'),
    industryScore: at('industry'),
    roleScore: at('role'),
    semanticScore: at('semantic'),
  };
}

/** Highest score first, then by id. */
export function byScore(
  a: { readonly score: number; readonly id: string },
  b: { readonly score: number; readonly id: string },
): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
