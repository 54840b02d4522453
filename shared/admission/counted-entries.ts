/**
 * The rule for how often a ticket counts on a list and whether its holder is inside, and the result of one more entry
 * or exit. `decide` calls it before an entry, `reconcile` applies the same functions to all of them, so that what one
 * station admits in order is no conflict afterwards.
 */
import { must } from '../base/assert.ts';
import { isoTime, minuteMs, parseTime } from '../base/time.ts';
import { eventDay } from './event-day.ts';
import type { CheckinFacts, EntryRuleFacts, ListFacts } from './facts.ts';
import type { VerdictDetail } from './verdict.ts';

export interface CountRule extends Omit<ListFacts, 'id'> {
  readonly timezone: string;
  /** Null: as often as `counting` says. */
  readonly maxEntries: number | null;
}

export type Standing = Pick<CheckinFacts, 'checkedInAt' | 'entries' | 'entriesThatDay' | 'leftAt' | 'inside'>;

/** @param ticketType null: not known, then only rules about all ticket types speak */
export function countRule(
  list: ListFacts,
  timezone: string,
  rules: readonly EntryRuleFacts[],
  ticketType: string | null,
): CountRule {
  const { counting, exitFirst, passbackMinutes } = list;
  const speaking = rules.filter((rule) => (rule.list === null || rule.list === list.id) && isAbout(rule, ticketType));
  const counts = speaking.map((rule) => rule.maxEntries).filter((max) => max !== null);
  const maxEntries = counts.length === 0 ? null : Math.max(...counts);
  return { counting, exitFirst, passbackMinutes, timezone, maxEntries };
}

export function isAbout(rule: Pick<EntryRuleFacts, 'ticketTypes'>, ticketType: string | null): boolean {
  return rule.ticketTypes.length === 0 || (ticketType !== null && rule.ticketTypes.includes(ticketType));
}

export interface EntryRefusal {
  readonly code: 'already_checked_in' | 'exit_first';
  readonly detail: VerdictDetail;
}

/** Whether the rule lets this ticket in once more. Null: it does. */
export function entryRefusal(standing: Standing | null, rule: CountRule, atMs: number): EntryRefusal | null {
  if (standing === null || standing.entries === 0) return null;
  const sameDay = isSameDay(standing, rule, atMs);
  const made = rule.counting !== 'once_per_day' ? standing.entries : sameDay ? standing.entriesThatDay : 0;
  const limit = rule.maxEntries ?? (rule.counting === 'unlimited' ? Number.POSITIVE_INFINITY : 1);
  if (made >= limit) {
    return { code: 'already_checked_in', detail: limit === 1 ? {} : { entries: made, maxEntries: limit } };
  }
  if (!isInside(standing, rule, atMs)) return null;
  if (rule.exitFirst) return { code: 'exit_first', detail: {} };
  const againMs = timeOf(standing.checkedInAt) + rule.passbackMinutes * minuteMs;
  return atMs < againMs ? { code: 'already_checked_in', detail: { againAt: isoTime(againMs) } } : null;
}

/** Whether the answer of `entryRefusal` depends on the time. */
export function needsClock(standing: Standing | null, rule: CountRule): boolean {
  if (standing === null || standing.entries === 0) return false;
  return rule.counting === 'once_per_day' || (standing.inside && !rule.exitFirst && rule.passbackMinutes > 0);
}

/** Where days are counted, everyone counts as outside at the start of a day, with or without an exit scan. */
export function isInside(standing: Standing, rule: CountRule, atMs: number): boolean {
  return standing.inside && (rule.counting !== 'once_per_day' || isSameDay(standing, rule, atMs));
}

/** @param counts false: an entry against the rule; the person is inside all the same */
export function afterEntry(standing: Standing | null, rule: CountRule, at: string, counts = true): Standing {
  if (standing === null) return { checkedInAt: at, entries: 1, entriesThatDay: 1, leftAt: null, inside: true };
  if (!counts) return { ...standing, inside: true };
  return {
    checkedInAt: at,
    entries: standing.entries + 1,
    entriesThatDay: isSameDay(standing, rule, timeOf(at)) ? standing.entriesThatDay + 1 : 1,
    leftAt: standing.leftAt,
    inside: true,
  };
}

/** The standing after an exit; null, as before, where no entry is known. */
export function afterExit(standing: Standing | null, at: string): Standing | null {
  return standing && { ...standing, leftAt: at, inside: false };
}

function isSameDay(standing: Standing, { timezone }: CountRule, atMs: number): boolean {
  return eventDay(timeOf(standing.checkedInAt), timezone) === eventDay(atMs, timezone);
}

function timeOf(stored: string): number {
  return must(parseTime(stored), 'a stored time is ISO 8601');
}
