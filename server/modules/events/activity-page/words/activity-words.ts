/** The texts of an attendee’s activity page: every language has all of them. */
import type { BadgeId, CountedThing } from '#shared/gamification/badges.ts';
import type { contactSharings } from '#shared/modules/events/exhibitor.ts';
import type { drawStates } from '#shared/modules/events/gamification.ts';
import type { rsvpAnswers } from '#shared/modules/events/type-features.ts';
import type { AttendeeWords } from '../../attendee-page/attendee-page.ts';

export interface ActivityWords extends AttendeeWords {
  /** Notices by the name of the form. */
  readonly done: Readonly<
    Record<'vote' | 'ask' | 'upvote' | 'rsvp' | 'claim' | 'sharing' | 'anonymous' | 'report', string>
  >;
  readonly points: string;
  readonly rank: string;
  readonly noRank: string;
  readonly noPoints: string;
  readonly leaderboard: string;
  /** Text in place of the name of a person who does not want to be named. */
  readonly unnamed: string;
  readonly draws: string;
  /** Link to a draw before there is something to check. */
  readonly aboutDraw: string;
  readonly checkDraw: string;
  readonly drawStates: Readonly<Record<(typeof drawStates)[number], string>>;
  readonly badges: string;
  readonly awarded: string;
  readonly badge: {
    /** `{value}` of `{goal}` that the rule counts. */
    readonly progress: string;
    /** State of a rule with a single step that is not fulfilled. */
    readonly notYet: string;
    /** State of the badge that the final leaderboard awards. */
    readonly atTheEnd: string;
    /** `{share}` of the attendees have it; `{target}` is the range that should. */
    readonly share: string;
    /** Names of what a rule of several parts counts. */
    readonly counted: Readonly<Record<CountedThing, string>>;
    /** One sentence for each badge, on how to earn it. */
    readonly rules: Readonly<Record<BadgeId, string>>;
  };
  readonly anonymous: { readonly hide: string; readonly show: string; readonly hidden: string };
  readonly prize: {
    readonly title: string;
    readonly until: string;
    readonly claim: string;
    readonly claimed: string;
    /** Text after the claim, on how the prize is handed over. */
    readonly next: string;
    readonly forfeited: string;
  };
  /** Activities that the organizer has added, and the person reports. */
  readonly own: {
    readonly title: string;
    readonly did: string;
    /** Note that the activity was reported as often as it counts in a day. */
    readonly today: string;
    readonly worth: (points: number) => string;
  };
  readonly polls: string;
  readonly vote: string;
  readonly changeVote: string;
  readonly closed: string;
  readonly votes: (count: number) => string;
  readonly questions: string;
  readonly ask: string;
  readonly yourQuestion: string;
  readonly withoutName: string;
  readonly upvote: string;
  readonly upvoted: string;
  readonly questionStates: Readonly<Record<'pending' | 'approved' | 'answered' | 'dismissed', string>>;
  readonly rsvp: { readonly title: string } & Readonly<Record<(typeof rsvpAnswers)[number], string>>;
  readonly sharing: { readonly title: string; readonly note: string; readonly save: string } & Readonly<
    Record<(typeof contactSharings)[number], string>
  >;
  readonly nothing: string;
  readonly badgeNames: Readonly<Record<BadgeId, string>>;
}
