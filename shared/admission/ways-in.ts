/**
 * Computes the hours in which each gate admits a ticket type, and the gate and time at which it is admitted soonest. A
 * gate's own ticket types limit who may come at all; entry rules narrow the hours of the ticket types they name, and of
 * several rules one is enough.
 */
import { must } from '../base/assert.ts';
import { parseTime } from '../base/time.ts';
import { isAbout } from './counted-entries.ts';
import type { EntryRuleFacts, GateFacts } from './facts.ts';
import type { WayIn } from './verdict.ts';

export interface Hours {
  /** ISO 8601; null: no bound. The same for `closesAt`. */
  readonly opensAt: string | null;
  readonly closesAt: string | null;
}

/** @returns the hours in any of which it may come; empty: this gate never admits it */
export function hoursOf(
  gate: GateFacts,
  ticketType: string | null,
  rules: readonly EntryRuleFacts[],
): readonly Hours[] {
  if (gate.direction === 'exit' || !admitsType(gate, ticketType)) return [];
  const speaking = rules.filter((rule) => appliesAt(rule, gate) && hasHours(rule) && isAbout(rule, ticketType));
  if (speaking.length === 0) return [{ opensAt: gate.opensAt, closesAt: gate.closesAt }];
  return speaking
    .map((rule) => ({ opensAt: later(gate.opensAt, rule.opensAt), closesAt: earlier(gate.closesAt, rule.closesAt) }))
    .filter(({ opensAt, closesAt }) => opensAt === null || closesAt === null || timeOf(opensAt) <= timeOf(closesAt));
}

/**
 * Whether the gate treats ticket types differently, by its own list or by the hours of an entry rule: a ticket whose type is
 * not known can then not be judged.
 */
export function distinguishesTypes(gate: GateFacts, rules: readonly EntryRuleFacts[]): boolean {
  if (gate.ticketTypes.length > 0) return true;
  return rules.some((rule) => appliesAt(rule, gate) && hasHours(rule) && rule.ticketTypes.length > 0);
}

export type HoursRefusal =
  | { readonly code: 'too_early'; readonly opensAt: string }
  | { readonly code: 'too_late'; readonly closesAt: string };

/** Null: open. Both bounds belong to the opening hours. @param hours at least one */
export function hoursRefusal(hours: readonly Hours[], nowMs: number): HoursRefusal | null {
  if (hours.some((h) => isOpen(h, nowMs))) return null;
  const opening = hours.flatMap(({ opensAt }) => (opensAt !== null && timeOf(opensAt) > nowMs ? [opensAt] : []));
  const [first] = opening.sort(byTime);
  if (first !== undefined) return { code: 'too_early', opensAt: first };
  const closed = hours.flatMap(({ closesAt }) => (closesAt === null ? [] : [closesAt])).sort(byTime);
  return { code: 'too_late', closesAt: must(closed.at(-1), 'hours that are over have an end') };
}

export function isAlwaysOpen(hours: readonly Hours[]): boolean {
  return hours.some(({ opensAt, closesAt }) => opensAt === null && closesAt === null);
}

export interface Search {
  readonly gates: readonly GateFacts[];
  /** Gate at which the person stands: other lists than its list are no way to the same place. Null: anywhere. */
  readonly from: GateFacts | null;
  readonly ticketType: string | null;
  readonly rules: readonly EntryRuleFacts[];
  readonly nowMs: number;
  /** False: hours cannot be judged, and a gate that admits the type counts as open. */
  readonly clockTrusted: boolean;
}

/** Names of the other gates where this ticket type is let in now. */
export function gatesOpenNow(search: Search): readonly string[] {
  return waysOf(search).flatMap(({ gate, hours }) =>
    gate.id !== search.from?.id && (!search.clockTrusted || hours.some((h) => isOpen(h, search.nowMs)))
      ? [gate.name]
      : [],
  );
}

/**
 * Names of the gates of other lists where this ticket type is let in now. They lead to another area: a person who is
 * refused here learns what the ticket is good for.
 */
export function gatesOfOtherAreas(search: Search): readonly string[] {
  const { gates, from } = search;
  if (from === null) return [];
  return gatesOpenNow({ ...search, from: null, gates: gates.filter(({ list }) => list !== from.list) });
}

/**
 * Finds where and when the ticket type is let in soonest: another gate that is open now, else the first to open, preferably
 * this one. Null: no gate opens for it any more.
 */
export function nearestWayIn(search: Search): WayIn | null {
  const [open] = gatesOpenNow(search);
  if (open !== undefined) return { gate: open, opensAt: null };
  const own = (gate: GateFacts) => (gate.id === search.from?.id ? 0 : 1);
  const opening = waysOf(search)
    .flatMap(({ gate, hours }) => {
      const refused = hoursRefusal(hours, search.nowMs);
      return refused?.code === 'too_early' ? [{ gate, opensAt: refused.opensAt }] : [];
    })
    .sort((a, b) => timeOf(a.opensAt) - timeOf(b.opensAt) || own(a.gate) - own(b.gate));
  const [first] = opening;
  return first ? { gate: first.gate.name, opensAt: first.opensAt } : null;
}

function waysOf({ gates, from, ticketType, rules }: Search) {
  return gates
    .filter((gate) => from === null || gate.list === from.list)
    .map((gate) => ({ gate, hours: hoursOf(gate, ticketType, rules) }))
    .filter(({ hours }) => hours.length > 0);
}

function admitsType(gate: GateFacts, ticketType: string | null): boolean {
  return gate.ticketTypes.length === 0 || (ticketType !== null && gate.ticketTypes.includes(ticketType));
}

function appliesAt(rule: EntryRuleFacts, gate: GateFacts): boolean {
  return (rule.gate === null || rule.gate === gate.id) && (rule.list === null || rule.list === gate.list);
}

/** A rule that only counts says nothing about hours, or it would open what others close. */
function hasHours(rule: EntryRuleFacts): boolean {
  return rule.opensAt !== null || rule.closesAt !== null;
}

function isOpen({ opensAt, closesAt }: Hours, nowMs: number): boolean {
  return (opensAt === null || nowMs >= timeOf(opensAt)) && (closesAt === null || nowMs <= timeOf(closesAt));
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return timeOf(a) >= timeOf(b) ? a : b;
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return timeOf(a) <= timeOf(b) ? a : b;
}

function byTime(a: string, b: string): number {
  return timeOf(a) - timeOf(b);
}

function timeOf(stored: string): number {
  return must(parseTime(stored), 'a stored time is ISO 8601');
}
