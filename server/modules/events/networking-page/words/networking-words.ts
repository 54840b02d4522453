/** The texts of the networking page; every language has all of them. */
import type { meetingStatuses } from '#shared/modules/events/meeting.ts';
import type { EventRefusalCode } from '#shared/modules/events/refusals.ts';
import type { AttendeeWords } from '../../attendee-page/attendee-page.ts';
import type { newsKinds } from '../news.ts';
import type { ProfileFieldName } from '../profile-fields.ts';

/** Refusals that a person meets although they did nothing wrong. */
type Refused = Extract<
  EventRefusalCode,
  | 'match_declined'
  | 'match_expired'
  | 'match_not_found'
  | 'match_reported'
  | 'meeting_already_open'
  | 'meeting_conflict'
  | 'meeting_not_open'
  | 'meeting_over'
  | 'no_common_slot'
  | 'no_table_available'
  | 'outside_event'
  | 'quota_exceeded'
>;

/** Outcomes by the name of the form; `mutual` is an acceptance where the other person has accepted, too. */
export const outcomes = [
  ...([
    'save-profile',
    'withdraw',
    'accept',
    'mutual',
    'decline',
    'end',
    'block',
    'unblock',
    'report',
    'seen',
  ] as const),
  ...([
    'propose',
    'accept-meeting',
    'decline-meeting',
    'cancel-meeting',
    'withdraw-meeting',
    'no-show',
    'move',
  ] as const),
] as const;

export interface NetworkingWords extends AttendeeWords {
  readonly refused: Readonly<Record<Refused, string>>;
  readonly invalid: { readonly phone: string };
  /** `{time}` of the meeting is filled in where a proposal is sent. */
  readonly done: Readonly<Record<(typeof outcomes)[number], string>>;
  readonly off: string;
  readonly message: string;
  readonly profile: {
    readonly title: string;
    readonly visible: string;
    readonly hidden: string;
    readonly edit: string;
    /** Help text of a list; `{max}` is filled in. */
    readonly each: string;
    readonly optIn: string;
    readonly optInHelp: string;
    readonly save: string;
    readonly withdraw: string;
    readonly withdrawHelp: string;
    readonly phoneHelp: string;
    readonly fields: Readonly<Record<ProfileFieldName, string>>;
  };
  readonly matches: {
    readonly title: string;
    readonly none: string;
    readonly score: string;
    readonly about: string;
    readonly accept: string;
    readonly addMessage: string;
    readonly decline: string;
    /** Text instead of `decline`, once the person has accepted. */
    readonly declineAfter: string;
    /** Text instead of `decline`, once both have accepted. */
    readonly end: string;
    readonly waiting: string;
    /** The other person has; `writes` is said above what they wrote. */
    readonly accepted: string;
    readonly writes: string;
    /** Text instead of `writes`, above what the person wrote. */
    readonly written: string;
    readonly mutual: string;
    readonly more: string;
    readonly block: string;
    readonly blockHelp: string;
    readonly report: string;
    readonly reason: string;
  };
  readonly news: {
    readonly title: string;
    readonly seen: string;
    readonly kinds: Readonly<Record<(typeof newsKinds)[number], string>>;
  };
  /** Consequences of an action that cannot be undone or that the other person learns of, shown before its button. */
  readonly ask: {
    readonly decline: string;
    readonly end: string;
    /** A proposal or a meeting ends. */
    readonly freed: string;
    /** A new time is declined. */
    readonly kept: string;
    readonly noShow: string;
  };
  readonly blocked: { readonly title: string; readonly unblock: string; readonly reported: string };
  readonly meetings: {
    readonly title: string;
    readonly none: string;
    readonly earlier: string;
    readonly minutes: string;
    readonly yours: string;
    readonly theirs: string;
    readonly held: string;
    readonly states: Readonly<Record<(typeof meetingStatuses)[number], string>>;
    /** Texts instead of the state, where it is known who ended it. */
    readonly ended: Readonly<Record<`${'declined' | 'withdrawn' | 'cancelled'}By${'' | 'You'}`, string>>;
    readonly accept: string;
    readonly decline: string;
    readonly cancel: string;
    /** Text instead of `cancel`, while the person’s own proposal waits. */
    readonly withdraw: string;
    readonly noShow: string;
    readonly calendar: string;
    readonly move: string;
    readonly propose: string;
    /** Text instead of `propose`, where the two have an open meeting; then `again` or `open` asks. */
    readonly another: string;
    readonly again: string;
    readonly open: string;
    readonly time: string;
    readonly timeHelp: string;
    readonly table: string;
    readonly anyTable: string;
    readonly send: string;
  };
}
