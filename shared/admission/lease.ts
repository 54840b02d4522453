/**
 * Capacity at a kiosk: a room (the space that a gate leads to, or a list) with a capacity is filled out of leases that
 * the server grants. This is the kiosk's side: what is left, how much to ask for, and when. The server's is
 * lease-book.ts. A kiosk without a network admits within its lease and not beyond.
 *
 * `granted` and `used` count from the lease's birth: `used` is the number of the kiosk's own admitted scans that name the
 * lease (`scans.leases`), those taken back included, and never falls; an answer may lower `granted`, but not below `used`.
 */
import { hourMs, minuteMs } from '../base/time.ts';
import type { GateContext, RoomFacts } from './facts.ts';

export interface Room {
  readonly kind: 'gate' | 'list';
  /** Id of the gate or the list. */
  readonly id: string;
}

/** A lease as its kiosk holds it: the answer to its latest request; later answers to earlier requests are ignored. */
export interface HeldLease {
  /** Made by the kiosk, one a room; a new one when it no longer knows what it used of the old. */
  readonly lease: string;
  /** One more with each answer of the server. */
  readonly generation: number;
  readonly granted: number;
  /** Unix milliseconds. */
  readonly expiresAtMs: number;
}

/** Time from the server's answer to the end of the lease. */
export const leaseLifetimeMs = 2 * hourMs;
/** Time after its end for which the server, because clocks are a little off, still counts on a lease. */
export const leaseGraceMs = minuteMs;
/** The rate that decides the size of a lease is measured over this. */
export const leaseRateMs = 15 * minuteMs;
/** Time for which a lease should last at that rate. */
const leaseHorizonMs = 30 * minuteMs;
/** Minimum number of places to ask for: the size of the first lease, before the gate has a rate. */
const leaseFirst = 10;
/** Maximum number of places that a kiosk asks for, and that an answer grants beyond those used. */
export const leaseMax = 500;

/** The name of a room in `admission_leases.room`. */
export function roomName({ kind, id }: Room): string {
  return `${kind}:${id}`;
}

/** @returns null for a text that names no room */
export function readRoomName(name: string): Room | null {
  const [kind, id, more] = name.split(':');
  return (kind === 'gate' || kind === 'list') && id !== undefined && id !== '' && more === undefined
    ? { kind, id }
    : null;
}

/** The rooms with a capacity that a gate leads to: for each of them a kiosk needs a lease. */
export function limitedRoomsOf(
  context: Pick<GateContext, 'gate' | 'list'>,
  capacityOf: { readonly gate: number | null; readonly list: number | null },
): readonly Room[] {
  const rooms: Room[] = [];
  if (context.gate !== null && capacityOf.gate !== null) rooms.push({ kind: 'gate', id: context.gate.id });
  if (capacityOf.list !== null) rooms.push({ kind: 'list', id: context.list.id });
  return rooms;
}

/**
 * Returns the places that are left in a room at this kiosk.
 *
 * @param lease null: never granted one, so no one is let in but by override
 * @param used own admitted scans that name the lease
 */
export function leaseDecide(
  kind: Room['kind'],
  lease: HeldLease | null,
  used: number,
  now: { readonly nowMs: number; readonly clockTrusted: boolean },
): RoomFacts {
  const left = lease === null ? 0 : Math.max(0, lease.granted - used);
  if (lease === null || left === 0) return { kind, remaining: 0, clockNeeded: false };
  if (!now.clockTrusted) return { kind, remaining: left, clockNeeded: true };
  return { kind, remaining: now.nowMs <= lease.expiresAtMs ? left : 0, clockNeeded: false };
}

/**
 * Returns the number of places to ask for, those that are left included.
 *
 * @param recent people this kiosk let into the room within the last `leaseRateMs`
 */
export function leaseWanted(recent: number): number {
  const atThisRate = Math.ceil((recent * leaseHorizonMs) / leaseRateMs);
  return Math.min(leaseMax, Math.max(leaseFirst, atThisRate));
}

/** Whether to ask now, when online: at most half of what would be asked for is left, or half the lease's life is over. */
export function leaseDue(lease: HeldLease | null, used: number, recent: number, nowMs: number): boolean {
  if (lease === null) return true;
  return lease.granted - used <= leaseWanted(recent) / 2 || nowMs > lease.expiresAtMs - leaseLifetimeMs / 2;
}
