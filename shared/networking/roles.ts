/** Roles in job titles, which roles complement each other, and which pairs are never suggested. */
import { hasWords, norm } from './norm.ts';

/** The interface's own example, used where an event names no roles. */
export const usualComplementaryRoles: Readonly<Record<string, readonly string[]>> = {
  founder: ['investor', 'mentor', 'developer', 'designer'],
  investor: ['founder', 'ceo', 'cto'],
  developer: ['designer', 'product manager', 'founder'],
  recruiter: ['developer', 'designer', 'engineer'],
};

export type RolePair = readonly [string, string];
export const usualPreventedPairs: readonly RolePair[] = [['founder', 'founder']];

export interface RoleRules {
  /** Normalized names, in a fixed order. */
  readonly known: readonly string[];
  complements(a: string, b: string): boolean;
  prevents(a: string, b: string): boolean;
}

const pairKey = (a: string, b: string) => (a < b ? `${a}|${b}` : `${b}|${a}`);

export function roleRules(
  complementary: Readonly<Record<string, readonly string[]>> | null,
  prevented: readonly RolePair[] | null,
): RoleRules {
  const map = Object.entries(complementary ?? usualComplementaryRoles);
  const pairs = prevented ?? usualPreventedPairs;
  const named = [...map.flatMap(([role, others]) => [role, ...others]), ...pairs.flat()];
  const known = [...new Set([...named.map(roleWords), ...usualKnown])].filter((role) => role !== '');
  const good = new Set(map.flatMap(([role, others]) => others.map((o) => pairKey(roleWords(role), roleWords(o)))));
  const bad = new Set(pairs.map(([a, b]) => pairKey(roleWords(a), roleWords(b))));
  return {
    known,
    complements: (a, b) => good.has(pairKey(a, b)),
    prevents: (a, b) => bad.has(pairKey(a, b)),
  };
}

function roleWords(text: string): string {
  return ` ${norm(text)} `.replace(/ co ?founder(?= )/g, ' founder').trim();
}

const usualKnown = [...new Set(Object.entries(usualComplementaryRoles).flatMap(([role, others]) => [role, ...others]))];

/** The known roles that a job title names, in the order of the known ones. */
export function rolesIn(title: string | null, { known }: Pick<RoleRules, 'known'>): readonly string[] {
  const text = roleWords(title ?? '');
  return known.filter((role) => hasWords(text, role));
}

const initials = new Set(['ceo', 'cto', 'cfo', 'coo', 'cmo', 'cio', 'cpo', 'hr', 'vp']);

/** Returns the role as people read it: `Product manager`, `CTO`. */
export function roleTitle(role: string): string {
  if (initials.has(role)) return role.toUpperCase();
  return role.charAt(0).toUpperCase() + role.slice(1);
}
