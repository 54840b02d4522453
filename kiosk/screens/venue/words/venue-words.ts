/** The texts about other kiosks on the network, in every language. Counts come formatted. */
import type { TypedAddress, VenueCondition } from '#kiosk/station/venue.ts';
import type { ReasonGroup } from '#shared/peers/reason-group.ts';

export interface VenueWords {
  readonly title: string;
  readonly conditions: Readonly<Record<VenueCondition, string>>;
  readonly inReach: (inReach: string, members: string) => string;
  readonly keyOutdated: string;
  /** @param scans how many, formatted */
  readonly dropped: (scans: string) => string;
  readonly hears: (names: string) => string;
  readonly hearsNone: string;
  readonly thisKiosk: (name: string) => string;
  readonly online: string;
  readonly noInternet: string;
  readonly unknown: string;
  readonly reportsTitle: string;
  /** @param times how often, formatted */
  readonly report: (reason: string, kiosk: string, times: string) => string;
  readonly reasons: Readonly<Record<ReasonGroup, string>>;
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
  readonly notAKiosk: string;
}
