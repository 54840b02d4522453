/**
 * Which lines a kiosk holds. Few kiosks: each to each. More: the three lowest ids that can be reached are hubs,
 * and each keeps a line to two of them. Each decides for itself by what it reaches; nothing is elected, and a hub
 * that is gone is replaced by the next id as soon as its line has ended.
 */

/** Up to so many, this one included, each holds a line to each. */
export const meshMax = 8;
/** Of these a kiosk holds lines to all but one; a hub to the others. */
const hubs = 3;

/** What one kiosk knows. */
export interface Surroundings {
  readonly self: string;
  /** Others that can be reached: a line is open, or an address is known that did not fail a moment ago. */
  readonly reachable: readonly string[];
  /** Others that the lines held now lead to, directly or over other kiosks. */
  readonly linked: ReadonlySet<string>;
}

/** @returns ids to hold lines to, lowest first */
export function linesOf({ self, reachable, linked }: Surroundings): readonly string[] {
  const all = [...new Set([...reachable, self])].sort();
  const others = all.filter((id) => id !== self);
  if (all.length <= meshMax) return others;
  const hubsNow = all.slice(0, hubs);
  // Each leaves another hub out, so that the three share the lines.
  const left = all.indexOf(self) % hubs;
  const wanted = hubsNow.filter((id, n) => id !== self && (hubsNow.includes(self) || n !== left));
  // Where not all reach all, hubs differ: a line to the lowest of those that no line leads to joins the parts.
  const apart = others.find((id) => !linked.has(id) && !wanted.includes(id));
  return apart === undefined ? wanted : [...wanted, apart].sort();
}
