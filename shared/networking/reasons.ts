/** Writes the reasons why two people were matched, in sentences made from templates. */
import type { Language } from '../base/languages.ts';
import type { Traits } from './profile.ts';
import { type ReasonWords, reasonWords } from './reason-words.ts';
import { type RoleRules, roleTitle } from './roles.ts';
import { complementaryRoles, type PairScore, type ScorePart, type Weights } from './score.ts';

export interface Reason {
  readonly type: ScorePart;
  readonly description: string;
}

export const reasonsMax = 4;
/** Least similarity at which the meaning of two profiles is called closely related. */
const relatedFrom = 0.6;

/** Returns the items that both have, in the spelling of the first. */
function common(spelled: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  return [...spelled].filter(([item]) => other.has(item)).map(([, spelling]) => spelling);
}

function complementary(you: Traits, other: Traits, name: string, words: ReasonWords): string | null {
  const theirs = common(other.offering, you.lookingFor).join(', ');
  const yours = common(you.offering, other.lookingFor).join(', ');
  if (theirs !== '' && yours !== '') return words.both(name, theirs, yours);
  if (theirs !== '') return words.theyOffer(name, theirs);
  return yours === '' ? null : words.youOffer(name, yours);
}

function overlap(
  you: Traits,
  other: Traits,
  list: 'interests' | 'skills',
  say: (count: number, items: string) => string,
): string | null {
  const items = common(you[list], other[list]);
  return items.length === 0 ? null : say(items.length, items.join(', '));
}

export interface ReasonScene {
  readonly weights: Weights;
  readonly rules: RoleRules;
  /** Name of the other person. */
  readonly name: string;
  readonly language?: Language;
}

/** Complementary and role first, the rest by what each adds to the score; at most four. */
export function reasonsFor(you: Traits, other: Traits, { parts }: PairScore, scene: ReasonScene): readonly Reason[] {
  const { language = 'en', name, rules, weights } = scene;
  const words = reasonWords[language];
  const roles = complementaryRoles(you, other, rules);
  const said: Readonly<Record<ScorePart, string | null>> = {
    complementary: complementary(you, other, name, words),
    role: roles && words.roles(roleTitle(roles[0]), roleTitle(roles[1])),
    interests: overlap(you, other, 'interests', words.interests),
    skills: overlap(you, other, 'skills', words.skills),
    industry: parts.industry === 1 && you.industry ? words.industry(you.industry.name) : null,
    semantic: parts.semantic >= relatedFrom ? words.semantic(Math.round(parts.semantic * 100)) : null,
  };
  const rest = (['interests', 'skills', 'industry', 'semantic'] as const).toSorted(
    (a, b) => weights[b] * parts[b] - weights[a] * parts[a],
  );
  return (['complementary', 'role', ...rest] as const)
    .flatMap((type) => {
      const description = said[type];
      return description === null ? [] : [{ type, description }];
    })
    .slice(0, reasonsMax);
}
