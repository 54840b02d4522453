/** Leases as they are kept over a restart: ids and the number of the latest question before it is asked, then answers. */
import type { HeldLease } from '#shared/admission/lease.ts';
import { isObject } from '#shared/base/json.ts';

export interface KeptLease {
  /** Made here. */
  readonly id: string;
  /** Null: not answered yet. */
  readonly held: HeldLease | null;
}

/** Own scans that name a lease, up to a place in the journal. */
export interface CountedLeases {
  /** Counter of the last scan that was counted. */
  readonly through: number;
  /** Number of scans by the lease's id. */
  readonly used: Readonly<Record<string, number>>;
}

export interface KeptLeases {
  /** Number of the latest question; 0: none yet. */
  readonly request: number;
  /** Leases by the name of the room. */
  readonly rooms: Readonly<Record<string, KeptLease>>;
  readonly counted: CountedLeases;
}

export const emptyLeases: KeptLeases = { request: 0, rooms: {}, counted: { through: 0, used: {} } };

/** Reads what an earlier run wrote; what cannot be read counts as no lease. */
export function readLeases(value: unknown): KeptLeases {
  if (!isObject(value)) return emptyLeases;
  const { request, rooms, counted } = value;
  if (!isWhole(request) || !isObject(rooms) || !isObject(counted)) return emptyLeases;
  const { through, used } = counted;
  if (!isWhole(through) || !isObject(used) || !Object.values(used).every(isWhole)) return { ...emptyLeases, request };
  const readable = Object.entries(rooms).flatMap(([room, lease]) => {
    const read = readLease(lease);
    return read === null ? [] : [[room, read] as const];
  });
  const counts = { through, used: used as Record<string, number> };
  return { request, rooms: Object.fromEntries(readable), counted: counts };
}

function readLease(value: unknown): KeptLease | null {
  if (!isObject(value) || typeof value['id'] !== 'string') return null;
  const { id, held } = value;
  if (!isObject(held)) return { id, held: null };
  const { lease, generation, granted, expiresAtMs } = held;
  if (lease !== id || !isWhole(generation) || !isWhole(granted) || typeof expiresAtMs !== 'number') return null;
  return { id, held: { lease: id, generation, granted, expiresAtMs } };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
