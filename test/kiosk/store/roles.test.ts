/** A replica with the fields of one device role: packed, found and searched without those that the role does not hold. */
import { expect, test } from 'vitest';
import type { HeldRecord } from '#kiosk/store/held-records.ts';
import { packChunk, unpackChunk } from '#kiosk/store/packed-chunk.ts';
import { createRosterMaps } from '#kiosk/store/roster-maps.ts';
import { createRosterPeople } from '#kiosk/store/roster-people.ts';
import { deviceRights, deviceRoles } from '#server/core/policy/device-rights.ts';

const peopleCount = 3_000;

const whole = (n: number) => ({
  id: `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  event: 'e',
  name: `Person ${n}`,
  email: `person${n}@example.org`,
  company: `Company ${n}`,
  ticketNumber: `T-${n}`,
  badgeCode: `B${n}`,
  group: null,
});

test.each(deviceRoles)('%s: every person by id, by ticket only where tickets are held, by name', async (role) => {
  const fields = deviceRights[role].holds['registrations'] ?? [];
  const held = Array.from({ length: peopleCount }, (_, n) => {
    const kept = Object.entries(whole(n)).filter(([name]) => name === 'id' || fields.includes(name));
    return Object.fromEntries(kept) as HeldRecord;
  });
  const maps = createRosterMaps();
  maps.addChunk(unpackChunk(packChunk('registrations', held)));
  const people = createRosterPeople(
    () => maps.registrations(),
    async () => undefined,
  );
  await people.replaced();
  expect(maps.registrationCount()).toBe(peopleCount);
  for (const n of [0, 1, peopleCount - 1]) {
    expect(maps.registration(whole(n).id)).toEqual(held[n]);
    const byTicket = maps.registrationByTicket(`T-${n}`);
    expect(byTicket).toEqual(fields.includes('ticketNumber') ? held[n] : null);
  }
  expect(people.search('Person 2999', 5).hits.map(({ id }) => id)).toEqual([whole(2_999).id]);
});
