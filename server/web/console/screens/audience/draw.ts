/** A prize draw as the page shows it, and what happens at each of its states. */
import { type Rarity, rarities } from '#shared/gamification/badges.ts';
import type { drawStates, publicSources } from '#shared/modules/events/gamification.ts';
import { hoursText } from '#shared/text/hours-text.ts';
import { countText } from '../../../parts/money-text.ts';
import type { Tone } from '../../../parts/state-pill.tsx';
import { localeOf, named, t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import { namesOf } from '../../data/read-related.ts';

export type DrawState = (typeof drawStates)[number];

export interface Winner {
  readonly place: number;
  readonly registrationId: string;
  readonly state: 'pending' | 'claimed' | 'forfeited';
  /** ISO 8601. */
  readonly claimUntil: string | null;
}

export interface Draw {
  readonly id: string;
  readonly name: string;
  readonly state: DrawState;
  readonly prizes: number;
  /** Hours that a winner has to claim the prize. */
  readonly claimHours: number;
  readonly badgeRarities: readonly Rarity[];
  readonly commit: string;
  readonly publicSource: (typeof publicSources)[number];
  readonly publicNote: string | null;
  /** Null: not known yet. */
  readonly publicValue: string | null;
  readonly entrants: readonly unknown[];
  /** Number of entrants that a freeze would enter now; null: the entrants are fixed, or the draw is withdrawn. */
  readonly wouldEnter: number | null;
  readonly winners: readonly Winner[];
  readonly page: string | null;
}

export const drawTones: Readonly<Record<DrawState, Tone>> = {
  scheduled: 'plain',
  open: 'success',
  frozen: 'warn',
  drawn: 'success',
  closed: 'plain',
  withdrawn: 'plain',
};

/** Maximum number of people that the server enters into one draw. */
const entrantsMax = 10_000;

/** Whether a draw can be changed and withdrawn: until the freeze. */
export const isChangeable = ({ state }: Pick<Draw, 'state'>): boolean => state === 'scheduled' || state === 'open';

export function entrantsText({ entrants, wouldEnter }: Pick<Draw, 'entrants' | 'wouldEnter'>): string {
  if (wouldEnter === null) return countText(entrants.length);
  if (wouldEnter > entrantsMax) return t('would_enter_too_many', { max: countText(entrantsMax) });
  if (wouldEnter === 0) return t('would_enter_none');
  return wouldEnter === 1 ? t('would_enter_one') : t('would_enter_some', { count: countText(wouldEnter) });
}

/** Warns before a step that cannot be undone, where fewer people take part than can win. Empty: there are enough. */
export function shortageText({
  entrants,
  prizes,
  wouldEnter,
}: Pick<Draw, 'entrants' | 'prizes' | 'wouldEnter'>): string {
  const count = wouldEnter ?? entrants.length;
  const left = prizes - count;
  if (left <= 0) return '';
  const people = count === 1 ? t('people_one') : t('people_some', { count: countText(count) });
  const said = { prizes: countText(prizes), people, left: countText(left) };
  return left === 1 ? t('fewer_entrants_than_prizes_one', said) : t('fewer_entrants_than_prizes_some', said);
}

/** Returns the names of the rarities, in the order from common to legendary. */
export function raritiesText(chosen: readonly Rarity[]): string {
  const inOrder = rarities.filter((rarity) => chosen.includes(rarity));
  return new Intl.ListFormat(localeOf()).format(inOrder.map((rarity) => named(rarity)));
}

/** Returns the text that explains the state and the next step. */
export function nextText({ claimHours, publicSource, state }: Draw): string {
  const time = hoursText(claimHours, localeOf());
  if (state === 'frozen')
    return publicSource === 'announced' ? t('draw_frozen_value_next', { time }) : t('draw_frozen_next', { time });
  return {
    scheduled: t('draw_scheduled_next'),
    open: t('draw_open_next'),
    drawn: t('draw_drawn_next'),
    closed: t('draw_closed_next'),
    withdrawn: t('draw_withdrawn_next'),
  }[state];
}

export const drawsPath = (eventId: string): string => `/events/${eventId}/gamification/draws`;

/** @returns the draws, and the names of those who have won */
export async function readDraws(eventId: string) {
  const path = `${drawsPath(eventId)}?counted=true`;
  const { draws } = await request<{ readonly draws: readonly Draw[] }>('GET', path);
  const ids = draws.flatMap(({ winners }) => winners.map(({ registrationId }) => registrationId));
  return { draws, names: await namesOf(ids) };
}
export type WinnerNames = Awaited<ReturnType<typeof readDraws>>['names'];
