/**
 * The file of a person's stored data is complete: no collection of events that refers to people is forgotten, and no
 * row says too much.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventParts } from '#server/modules/events/module.ts';
import { knownOf } from '#server/modules/events/more-page/known.ts';
import { isShown } from '#server/modules/events/personal-data.ts';
import { ok } from '#shared/base/result.ts';
import { mailSuppressions } from '#shared/modules/events/message.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { openEventsModule } from './events-module.ts';

const personal = eventParts.flatMap(({ personal = [] }) => personal);
const shownData = personal.filter(isShown);

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
  const named = personal.map(({ collection }) => collection.name);

  test('each collection that refers to people is shown, or withheld with a reason', () => {
    const referring = collections.filter(({ fields }) => fields.some(namesPerson)).map(({ name }) => name);
    expect(referring.length).toBeGreaterThan(25);
    expect(referring.filter((name) => !named.includes(name))).toEqual([]);
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

  test('no collection is named twice, and a part names its own alone', () => {
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
    for (const part of eventParts) {
      const { collections: own = [], internal = [] } = part.make(house.ports, eventParts);
      const names = [...own, ...internal].map(({ name }) => name);
      const strange = (part.personal ?? []).filter(({ collection }) => !names.includes(collection.name));
      expect([part.name, strange.map(({ collection }) => collection.name)]).toEqual([part.name, []]);
    }
  });

  test.each(shownData.map((source) => [source.collection.name, source] as const))(
    '%s: its fields exist',
    (_, source) => {
      const fields = ['id', ...source.collection.fields.map(({ name }) => name)];
      expect([...source.by, ...(source.without ?? [])].filter((name) => !fields.includes(name))).toEqual([]);
    },
  );
});

test('an unsubscribed address is known to its person alone', async () => {
  const [me, other] = ['me', 'other'].map((name) => ({ id: randomUUID(), emailKey: `${name}@example.org` }));
  await house.store.commit('system:test', async (tx) => {
    await tx.create(mailSuppressions, { email: other!.emailKey, emailKey: other!.emailKey });
    return ok(null);
  });
  const known = async (person: typeof me) => (await knownOf(house.store, person!, personal))['mail_suppressions'] ?? [];
  expect(await known(other)).toMatchObject([{ email: other!.emailKey }]);
  expect(await known(me)).toEqual([]);
});
