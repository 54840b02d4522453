/**
 * The interface to the other kiosks in reach, for screens and pre-flight. Implemented by kiosk/venue; this file has the
 * implementation for a kiosk without any.
 */
import { dialOutcomes } from '#shared/peers/follow-lines.ts';
import { placeConditions } from '#shared/peers/host-place.ts';
import type { RefusalReason } from '#shared/peers/session.ts';

/** Closed list: a place on the LAN, and a device that needs an address to begin with. */
export const venueConditions = [
  ...placeConditions,
  'no_address', // no host here: the address of another kiosk has to be typed or scanned
] as const;
export type VenueCondition = (typeof venueConditions)[number];

export interface VenueKiosk {
  readonly id: string;
  /** Null: the replica knows none. */
  readonly name: string | null;
  readonly self: boolean;
  /** A box for the venue, which is no kiosk and not counted as one. */
  readonly isBox: boolean;
  readonly inReach: boolean;
  /** It reaches the server; null: not known. */
  readonly online: boolean | null;
  /** Kiosks it hears directly: their names, or the last 8 characters of the id where the replica knows no name. */
  readonly hears: readonly string[];
}

/** Closed list: what came of an address that was typed here. */
export const typedOutcomes = [...dialOutcomes, 'self'] as const;

export interface TypedAddress {
  readonly address: string;
  readonly outcome: (typeof typedOutcomes)[number];
  /** The kiosk that was reached: its name, or the last 8 characters of its id where none is known; null: none was reached. */
  readonly kioskName: string | null;
}

export interface VenueReport {
  readonly reason: RefusalReason;
  /** Null: no kiosk is named, or the replica knows no name. */
  readonly kioskName: string | null;
  readonly count: number;
  readonly lastAtMs: number;
}

export interface VenueState {
  readonly condition: VenueCondition;
  /** Kiosks of the event that take part, this one included; a box is none. */
  readonly members: number;
  /** Number of members in reach: this one and those it hears. */
  readonly inReach: number;
  readonly kiosks: readonly VenueKiosk[];
  readonly reports: readonly VenueReport[];
  /** `ip:port` where other kiosks reach this one. */
  readonly addresses: readonly string[];
  /** Addresses that a person typed here. */
  readonly typed: readonly TypedAddress[];
  /** Another kiosk has a newer key: this one must reach the server once. */
  readonly keyOutdated: boolean;
  /** Scans of others that this kiosk let go of, without a check-in for them, because it had no room. */
  readonly dropped: number;
}

/** Opening of the code on a kiosk's settings, before its address: like a ticket's, so a scanner's keys land in no field. */
export const peerCodeOpening = 'GATE1:PEER:';

/** The answer to a code that was scanned while another kiosk's code is awaited. Closed list. */
export type CodeAnswer = 'added' | 'not_an_address' | 'not_a_kiosk';

/** The calls of the screens. */
export interface VenueFace {
  state(): VenueState;
  subscribe(listener: () => void): () => void;
  /** @returns false: it is not an address, or there are too many */
  addAddress(text: string): Promise<boolean>;
  removeAddress(address: string): Promise<void>;
  /** Takes a scanned code of another kiosk until it is ended. @returns the function that ends it */
  awaitCode(onAnswer: (answer: CodeAnswer) => void): () => void;
  /** @returns true: the scan was a code of another kiosk, which is awaited now, and no ticket */
  offerCode(candidates: readonly string[]): boolean;
  /** Offers a code that is no ticket's and no kiosk's. @returns true: one is awaited now, and the answer is given there */
  refuseCode(text: string): boolean;
}

export const noVenueState: VenueState = Object.freeze({
  condition: 'no_host',
  members: 0,
  inReach: 0,
  kiosks: [],
  reports: [],
  addresses: [],
  typed: [],
  keyOutdated: false,
  dropped: 0,
});

/** A kiosk that connects to no other ones. */
export const noVenue: VenueFace = Object.freeze({
  state: () => noVenueState,
  subscribe: () => () => {},
  addAddress: async () => false,
  removeAddress: async () => undefined,
  awaitCode: () => () => {},
  offerCode: () => false,
  refuseCode: () => false,
});
