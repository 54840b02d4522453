/**
 * `events.lease_admissions`: a kiosk leases spots in limited rooms of its event. The arithmetic is
 * shared/admission/lease-book.ts.
 */
import { readRoomName, roomName } from '#shared/admission/lease.ts';
import { freePlaces, grantLease } from '#shared/admission/lease-book.ts';
import { must } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { leaseAdmissions } from '#shared/modules/events/admission-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { LeaseAnswer } from '#shared/sync/down.ts';
import { action } from '../../../core/collections/action.ts';
import { eventOf } from '../records.ts';
import { gateSetupOf } from './gate-setup.ts';
import { bookOf, roomNamed, writeLeases } from './rooms.ts';

export const leaseAdmissionsAction = action(leaseAdmissions, async (tx, input, { actor, clock }) => {
  const nowMs = clock();
  const { kiosk } = actor;
  if (!kiosk) return refuseWith('kiosk_only');
  const event = await eventOf(tx, kiosk.event);
  if (!event.ok) return event;
  const setup = await gateSetupOf(tx, event.value);
  const rooms: LeaseAnswer['rooms'][number][] = [];
  const named = new Set(input.rooms.map(({ room }) => room));
  if (named.size < input.rooms.length) return refuseWith('room_unknown', { path: 'rooms' });
  for (const [i, asked] of input.rooms.entries()) {
    const path = `rooms[${i}].room`;
    const room = readRoomName(asked.room);
    if (room === null || !isId(room.id)) return refuseWith('room_unknown', { path });
    const declared = room.kind === 'gate' ? setup.gates : setup.lists;
    if (!declared.some(({ id }) => id === room.id)) return refuseWith('room_unknown', { path });
    const limited = roomNamed(setup, room);
    // Its capacity was lifted: no lease is needed any more.
    if (limited === null) continue;
    const book = await bookOf(tx, setup, limited, nowMs);
    const { room: _, ...question } = asked;
    const known = isId(asked.lease) ? await tx.get('admission_leases', asked.lease) : null;
    if (!isId(asked.lease) || (known && (known['kiosk'] !== kiosk.kiosk || known['room'] !== asked.room))) {
      return refuseWith('not_yours', { path: `rooms[${i}].lease` });
    }
    const entry = grantLease(book, { ...question, kiosk: kiosk.kiosk, request: input.request }, nowMs);
    if (entry === null) return refuseWith('lease_stale', { path: 'request' });
    const leases = [...book.leases.filter((other) => other.lease !== entry.lease), entry];
    await writeLeases(tx, { event: setup.event.id, room: roomName(room) }, book.leases, leases);
    rooms.push({
      room: asked.room,
      lease: entry.lease,
      generation: entry.generation,
      granted: entry.granted,
      expiresAt: isoTime(entry.expiresAtMs),
      capacity: book.capacity,
      inside: book.inside,
      free: Math.max(0, freePlaces({ ...book, leases }, nowMs)),
    });
  }
  return ok({ request: must(input.request, 'a validated question has a number'), rooms } satisfies LeaseAnswer);
});
