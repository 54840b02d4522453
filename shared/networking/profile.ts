/** A profile as the rules compare it: sets of normalized items, roles and industry. */
import { type Industry, industryOf } from './industry.ts';
import { itemsOf } from './norm.ts';
import { type RoleRules, rolesIn } from './roles.ts';

/** Maximum number of items of each list that count. */
export const itemLimits = { lookingFor: 5, offering: 5, interests: 10, skills: 10 } as const;
export type ItemList = keyof typeof itemLimits;
export const itemLists = Object.keys(itemLimits) as readonly ItemList[];

/** Words of a person's profile. */
export interface ProfileWords {
  readonly headline?: string | null;
  readonly bio?: string | null;
  readonly company?: string | null;
  readonly role?: string | null;
  readonly industry?: string | null;
  readonly lookingFor?: readonly string[] | null;
  readonly offering?: readonly string[] | null;
  readonly interests?: readonly string[] | null;
  readonly skills?: readonly string[] | null;
}

export interface Traits extends Readonly<Record<ItemList, ReadonlyMap<string, string>>> {
  readonly roles: readonly string[];
  readonly industry: Industry | null;
}

export function traitsOf(words: ProfileWords, rules: Pick<RoleRules, 'known'>): Traits {
  return {
    lookingFor: itemsOf(words.lookingFor),
    offering: itemsOf(words.offering),
    interests: itemsOf(words.interests),
    skills: itemsOf(words.skills),
    roles: rolesIn(words.role ?? null, rules),
    industry: industryOf(words),
  };
}
