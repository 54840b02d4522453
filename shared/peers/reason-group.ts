/** Groups the refusals among members by what a person has to do: kiosks and boxes have a sentence for each group. */
import type { RefusalReason } from './session.ts';

/** Closed list. */
export type ReasonGroup = 'revoked' | 'key' | 'forged' | 'unlisted' | 'flood' | 'stranger' | 'crowd' | 'other';

/** Many reasons of the wire are few for a person: what to do is the same. */
export function reasonGroup(reason: RefusalReason): ReasonGroup {
  switch (reason) {
    case 'revoked':
      return 'revoked';
    case 'key_unknown':
    case 'key_expired':
    case 'wrong_day':
      return 'key';
    case 'entry_forged':
    case 'entry_invalid':
    case 'entry_changed':
    case 'signature_invalid':
    case 'sender_changed':
    case 'own_id':
    case 'seal_broken':
    case 'replayed':
    case 'not_fresh':
      return 'forged';
    // Also a kiosk that was paired a moment ago: this one hears of it with the next sync.
    case 'sender_unknown':
      return 'unlisted';
    case 'too_fast':
    case 'frame_too_large':
      return 'flood';
    case 'not_proven':
      return 'stranger';
    case 'too_many_lines':
      return 'crowd';
    default:
      return 'other';
  }
}
