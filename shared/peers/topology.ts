/**
 * Decides which lines a member holds. Few members: each to each. More: the first three that can be reached are hubs,
 * boxes before kiosks and then by id, and each keeps a line to two of them. Each decides for itself by what it reaches;
 * nothing is elected, and a hub that is gone is replaced by the next one as soon as its line has ended.
 */

/** Up to so many, this one included, each holds a line to each. */
export const meshMax = 8;
/** Number of hubs: a member holds lines to all of them but one, a hub to the others. */
const hubs = 3;

/** The mesh as one member knows it. */
export interface Surroundings {
  readonly self: string;
  /** Others that can be reached: a line is open, or an address is known that did not fail a moment ago. */
  readonly reachable: readonly string[];
  /** Others that the lines held now lead to, directly or over other members. */
  readonly linked: ReadonlySet<string>;
  /** Decided from the replica, so that no member can claim it; absent: no member is a box. */
  readonly isBox?: (id: string) => boolean;
}

/** @returns ids to hold lines to, hubs first */
export function linesOf({ self, reachable, linked, isBox = () => false }: Surroundings): readonly string[] {
  const all = inOrder([...new Set([...reachable, self])], isBox);
  const others = all.filter((id) => id !== self);
  if (all.length <= meshMax) return others;
  const hubsNow = all.slice(0, hubs);
  // Each leaves another hub out, so that the three share the lines.
  const left = all.indexOf(self) % hubs;
  const wanted = hubsNow.filter((id, n) => id !== self && (hubsNow.includes(self) || n !== left));
  // Where not all reach all, hubs differ: a line to the first of those that no line leads to joins the parts.
  const apart = others.find((id) => !linked.has(id) && !wanted.includes(id));
  return apart === undefined ? wanted : [...wanted, apart];
}

function inOrder(ids: readonly string[], isBox: (id: string) => boolean): readonly string[] {
  const sorted = ids.toSorted();
  return [...sorted.filter(isBox), ...sorted.filter((id) => !isBox(id))];
}
