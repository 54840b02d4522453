/**
 * The order of a leaderboard: RANK() of SQL, so equal points share a rank and the next one is skipped (1, 2, 2, 4). Within
 * equal points, the person who reached them earlier is first, then the lower id.
 */

export interface Standing {
  readonly id: string;
  readonly points: number;
  /** Time at which the points were reached, ISO 8601. */
  readonly reachedAt: string;
}

export function compareStandings(a: Standing, b: Standing): number {
  if (a.points !== b.points) return b.points - a.points;
  if (a.reachedAt !== b.reachedAt) return a.reachedAt < b.reachedAt ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** @returns in order, each with its rank */
export function ranked<S extends Standing>(standings: readonly S[]): readonly (S & { readonly rank: number })[] {
  const ordered = standings.toSorted(compareStandings);
  let rank = 0;
  return ordered.map((standing, at) => {
    if (ordered[at - 1]?.points !== standing.points) rank = at + 1;
    return { ...standing, rank };
  });
}

const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** Whether a person with one of these names of a role (job title, ticket type) stands on no leaderboard. */
export function isExcluded(roles: readonly (string | null)[], excluded: readonly string[]): boolean {
  const names = new Set(excluded.map(plain));
  return roles.some((role) => role !== null && names.has(plain(role)));
}
