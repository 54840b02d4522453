/** Decides whether two things take the same time of a person, a room or a speaker: one test for all of them. */

/** ISO 8601, UTC. */
export interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Half-open (design/events.md 1): what ends at the moment another begins does not overlap it. */
export function overlaps(a: Span, b: Span): boolean {
  return Date.parse(a.startsAt) < Date.parse(b.endsAt) && Date.parse(b.startsAt) < Date.parse(a.endsAt);
}
