/**
 * A person's file of stored data shows a match only as far as that person may see it: the row is about another person,
 * too.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventParts } from '#server/modules/events/module.ts';
import { knownOf } from '#server/modules/events/more-page/known.ts';
import { ok } from '#shared/base/result.ts';
import { matches } from '#shared/modules/events/networking.ts';
import { openEventsModule } from '../events-module.ts';

test('a person who accepted a match sees it without the reporter; the other person does not see it yet', async () => {
  const house = await openEventsModule();
  const personal = eventParts.flatMap((part) => part.personal ?? []);
  const [me, other] = [
    { id: randomUUID(), emailKey: 'me@example.org' },
    { id: randomUUID(), emailKey: 'other@example.org' },
  ];
  await house.store.commit('system:test', async (tx) => {
    const pair = { first: me.id, second: other.id, firstProfile: randomUUID(), secondProfile: randomUUID() };
    const values = { event: randomUUID(), ...pair, score: 70, reportReason: 'pushy' };
    await tx.create(matches, { ...values, status: 'pending', acceptedBy: me.id });
    return ok(null);
  });
  const own = (await knownOf(house.store, me, personal))['matches'] ?? [];
  expect(own).toHaveLength(1);
  expect(own[0]).toMatchObject({ first: me.id, second: other.id, score: 70 });
  for (const name of ['status', 'reportReason', 'acceptedBy']) expect(own[0]).not.toHaveProperty(name);
  expect((await knownOf(house.store, other, personal))['matches'] ?? []).toEqual([]);
  await house.close();
});
