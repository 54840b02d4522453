/** Staff mark a conflict as reviewed at a kiosk: only conflicts of its event, once, and only from a kiosk. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { at, type EventsModule, openEventsModule, openingTime, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
beforeAll(async () => {
  house = await openEventsModule();
});
afterAll(() => house.close());

const id = (n: number): string => uuidv7(openingTime, new Uint8Array(10).fill(n));

/** An event with one conflict. */
async function eventWithConflict(n: number) {
  const event = textAt((await house.act('events.create', sampleEvent({ gates: [{ id: 'hall' }] }))).body, 'id');
  const [gate] = await house.all('gates', { event });
  const times = { scannedAt: isoTime(openingTime + minuteMs), firstScannedAt: isoTime(openingTime) };
  const _made = expectOk(
    await house.store.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.create(
        'checkin_conflicts',
        { event, list: 'default', registration: id(n), scan: id(n + 1), firstScan: id(n + 2), ...times },
        id(n + 3),
      ),
    })),
  );
  return { conflict: id(n + 3), kiosk: house.kiosk(event, gate!.id, id(n + 4)) };
}
const acknowledged = async (conflict: string) => (await house.get('checkin_conflicts', conflict))['acknowledgedAt'];

test('a kiosk acknowledges conflicts of its own event, and no other conflict that it names', async () => {
  const one = await eventWithConflict(10);
  const other = await eventWithConflict(20);
  const conflicts = [one.conflict, other.conflict, id(99), 'no id'];
  const answer = await house.act('events.acknowledge_conflicts', { conflicts }, one.kiosk);
  expect([answer.status, answer.body]).toEqual([200, { acknowledged: 1 }]);
  expect(await acknowledged(one.conflict)).toBe(isoTime(openingTime));
  expect(await acknowledged(other.conflict)).toBeNull();
  house.nowMs += minuteMs;
  const again = await house.act('events.acknowledge_conflicts', { conflicts }, one.kiosk);
  expect(again.body).toEqual({ acknowledged: 0 });
  expect(await acknowledged(one.conflict)).toBe(isoTime(openingTime));
  const key = await house.act('events.acknowledge_conflicts', { conflicts });
  expect(key.status).toBe(403);
  expect(at(key.body, 'acknowledged')).toBeUndefined();
});
