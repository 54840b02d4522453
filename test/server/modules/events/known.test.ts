/** What is stored about a person: no collection of events that refers to people is forgotten, and no row says too much. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownOf, knownSources, leftOut } from '#server/modules/events/more-page/known.ts';
import { ok } from '#shared/base/result.ts';
import { mailSuppressions } from '#shared/modules/events/message.ts';
import { matches } from '#shared/modules/events/networking.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { openEventsModule } from './events-module.ts';

let house: Awaited<ReturnType<typeof openEventsModule>>;
let collections: readonly CollectionDefinition[];

beforeAll(async () => {
  house = await openEventsModule();
  collections = [...house.module.collections, ...(house.module.internal ?? [])];
});
afterAll(() => house.close());

/** Of attendees or buyers: by reference, or by what they are reached at. */
const namesPerson = (field: Field): boolean =>
  (field.type === 'relation' && ['registrations', 'ticket_orders', 'attendee_profiles'].includes(field.to)) ||
  field.type === 'email' ||
  field.name === 'emailKey';

describe('what is stored about a person', () => {
  const shown = knownSources.map(({ collection }) => collection.name);

  test('each collection that refers to people is shown, or left out with a reason', () => {
    const referring = collections.filter(({ fields }) => fields.some(namesPerson)).map(({ name }) => name);
    expect(referring.length).toBeGreaterThan(25);
    expect(referring.filter((name) => !shown.includes(name) && leftOut[name] === undefined)).toEqual([]);
  });

  test('no collection is in both lists, and none is named that is not there', () => {
    const names = collections.map(({ name }) => name);
    expect(Object.keys(leftOut).filter((name) => shown.includes(name) || !names.includes(name))).toEqual([]);
    expect(shown.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(knownSources.map((source) => [source.collection.name, source] as const))(
    '%s: its fields exist',
    (_, source) => {
      const fields = ['id', ...source.collection.fields.map(({ name }) => name)];
      expect([...source.by, ...(source.without ?? [])].filter((name) => !fields.includes(name))).toEqual([]);
    },
  );
});

describe('rows that say something of another person too', () => {
  const [me, other] = [
    { id: randomUUID(), emailKey: 'me@example.org' },
    { id: randomUUID(), emailKey: 'other@example.org' },
  ];

  beforeAll(async () => {
    const pair = {
      ...{
        event: randomUUID(),
        first: me.id,
        second: other.id,
        firstProfile: randomUUID(),
        secondProfile: randomUUID(),
        score: 70,
      },
      reportReason: 'pushy',
    };
    await house.store.commit('system:test', async (tx) => {
      await tx.create(matches, { ...pair, status: 'pending', acceptedBy: me.id });
      await tx.create(mailSuppressions, { email: other.emailKey, emailKey: other.emailKey });
      return ok(null);
    });
  });

  test('who accepted a match sees it without who reported whom; the other person does not see it yet', async () => {
    const own = (await knownOf(house.store, me))['matches'] ?? [];
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ first: me.id, second: other.id, score: 70 });
    for (const name of ['status', 'reportReason', 'acceptedBy']) expect(own[0]).not.toHaveProperty(name);
    expect((await knownOf(house.store, other))['matches'] ?? []).toEqual([]);
  });

  test('an unsubscribed address is known to its person alone', async () => {
    expect((await knownOf(house.store, other))['mail_suppressions']).toMatchObject([{ email: other.emailKey }]);
    expect((await knownOf(house.store, me))['mail_suppressions'] ?? []).toEqual([]);
  });
});
