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

/** Of attendees or buyers: by reference, by what they are reached at, or in JSON of which the schema does not say what it holds. */
function namesPerson(field: Field): boolean {
  if (field.type === 'relation') return ['registrations', 'ticket_orders', 'attendee_profiles'].includes(field.to);
  if (field.type === 'email' || field.name === 'emailKey') return true;
  if (field.type === 'json' && field.entries) return namesPerson(field.entries);
  if (field.type === 'json' && !field.fields) return true;
  return 'fields' in field && (field.fields ?? []).some(namesPerson);
}

describe('what is stored about a person', () => {
  const shown = knownSources.map(({ collection }) => collection.name);

  test('each collection that refers to people is shown, or left out with a reason', () => {
    const referring = collections.filter(({ fields }) => fields.some(namesPerson)).map(({ name }) => name);
    expect(referring.length).toBeGreaterThan(25);
    expect(referring.filter((name) => !shown.includes(name) && leftOut[name] === undefined)).toEqual([]);
  });

  test('persons are found in groups, in lists of groups and in entries', () => {
    const person: Field = { name: 'who', type: 'relation', to: 'registrations' };
    const found = (field: Field) => namesPerson({ name: 'outer', type: 'group', fields: [field] });
    expect([
      found(person),
      found({ name: 'list', type: 'array', of: 'group', fields: [person] }),
      found({ name: 'map', type: 'json', entries: person }),
      found({ name: 'deep', type: 'json', fields: [{ name: 'mail', type: 'email' }] }),
      found({ name: 'any', type: 'json' }),
    ]).toEqual([true, true, true, true, true]);
    expect(found({ name: 'plain', type: 'json', fields: [{ name: 'n', type: 'integer' }] })).toBe(false);
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
