/** What the screens say about other kiosks on the network, in every language. Counts come formatted. */
import type { TypedAddress, VenueCondition, VenueReport } from '#kiosk/station/venue.ts';

export interface VenueWords {
  readonly title: string;
  readonly conditions: Readonly<Record<VenueCondition, string>>;
  readonly inReach: (inReach: string, members: string) => string;
  readonly keyOutdated: string;
  readonly hears: (names: string) => string;
  readonly hearsNone: string;
  readonly thisKiosk: (name: string) => string;
  readonly online: string;
  readonly noInternet: string;
  readonly unknown: string;
  readonly reportsTitle: string;
  /** @param times how often, formatted */
  readonly report: (reason: string, kiosk: string, times: string) => string;
  readonly reasons: Readonly<
    Record<'revoked' | 'key' | 'forged' | 'unlisted' | 'flood' | 'stranger' | 'crowd' | 'other', string>
  >;
  readonly ownAddress: string;
  readonly ownAddressHint: string;
  readonly code: string;
  readonly address: string;
  readonly addressHint: string;
  readonly add: string;
  readonly remove: (address: string) => string;
  readonly box: (name: string) => string;
  readonly reached: (name: string) => string;
  readonly outcomes: Readonly<Record<Exclude<TypedAddress['outcome'], 'reached'>, string>>;
  readonly notAnAddress: string;
}

/** Many reasons of the wire are few for a person: what to do is the same. */
export function reasonGroup(reason: VenueReport['reason']): keyof VenueWords['reasons'] {
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
