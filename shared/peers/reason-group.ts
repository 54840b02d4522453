/** Groups what goes wrong among members by what a person has to do: kiosks and boxes have a sentence for each group. */
import type { RefusalReason } from './session.ts';

/** Closed list. */
export type ReasonGroup =
  | 'revoked'
  | 'key'
  | 'forged'
  | 'unlisted'
  | 'flood'
  | 'stranger'
  | 'crowd'
  | 'silent'
  | 'unreadable';

/** Many reasons of the wire are few for a person: what to do is the same. */
const groups: Readonly<Record<RefusalReason, ReasonGroup>> = {
  revoked: 'revoked',
  key_unknown: 'key',
  key_expired: 'key',
  wrong_day: 'key',
  entry_forged: 'forged',
  entry_invalid: 'forged',
  entry_changed: 'forged',
  signature_invalid: 'forged',
  sender_changed: 'forged',
  own_id: 'forged',
  seal_broken: 'forged',
  replayed: 'forged',
  not_fresh: 'forged',
  // Also a kiosk that was paired a moment ago: this one hears of it with the next sync.
  sender_unknown: 'unlisted',
  too_fast: 'flood',
  frame_too_large: 'flood',
  not_proven: 'stranger',
  too_many_lines: 'crowd',
  silent: 'silent',
  // One of two lines between two devices is closed, and never reported.
  line_replaced: 'silent',
  not_a_frame: 'unreadable',
  version_unknown: 'unreadable',
  message_unknown: 'unreadable',
};

export const reasonGroup = (reason: RefusalReason): ReasonGroup => groups[reason];
