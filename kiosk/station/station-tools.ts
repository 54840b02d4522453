/**
 * The parts that the acts of the station use. Types, and the answers that several acts share.
 */

import type { HeldEvent } from '#kiosk/store/held-records.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { Direction } from '#shared/admission/verdict.ts';
import type { OneAtATime } from '#shared/base/one-at-a-time.ts';
import type { Mac } from '#shared/ticket/external-code.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { AdmitResult } from './admit-result.ts';
import type { Leases } from './place-leases.ts';
import type { RecentAttempts } from './recent-attempts.ts';
import { type StationIdentity, stationEvent } from './station-facts.ts';

export interface StationTools {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly monotonicMs: () => number;
  readonly verifier: SignatureVerifier;
  readonly mac: Mac;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly oneAtATime: OneAtATime;
  readonly condition: () => { readonly online: boolean; readonly revoked: boolean; readonly leaseExpired: boolean };
  readonly direction: () => Direction;
  readonly leases: Leases;
  readonly recent: RecentAttempts;
}

export type NotDecided = Extract<AdmitResult, { kind: 'not_recorded' }>;

export const notReady: NotDecided = {
  kind: 'not_recorded',
  reason: 'not_ready',
  message: 'This kiosk has not loaded its event yet. It must reach the server once, then it can scan.',
};

export const staffOnly: NotDecided = {
  kind: 'not_recorded',
  reason: 'not_allowed',
  message: 'This kiosk cannot do this. Staff can do it at a kiosk of the gate.',
};

export const admitsNoOne: NotDecided = {
  kind: 'not_recorded',
  reason: 'not_allowed',
  message: 'An exhibitor’s device admits no one. Send the person to a kiosk of the gate.',
};

export const locked: NotDecided = {
  kind: 'not_recorded',
  reason: 'not_allowed',
  message: 'This kiosk is locked. Pair it again, or use another one.',
};

/** The event, once this kiosk can decide; null before. */
export function openEvent({ replica, identity }: StationTools): HeldEvent | null {
  return replica.ready() ? stationEvent(replica, identity) : null;
}
