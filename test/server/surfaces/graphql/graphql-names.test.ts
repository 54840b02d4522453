/** Definitions get valid and stable names in GraphQL, and all modules together form one valid schema. */

import type { GraphQLSchema } from 'graphql';
import { getNamedType, isObjectType, validateSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Registry } from '#server/core/platform.ts';
import { buildSchema } from '#server/surfaces/graphql/build-schema.ts';
import { enumNames, idsName, singularOf } from '#server/surfaces/graphql/names.ts';
import { camel } from '#shared/base/letter-case.ts';
import { type CollectionDefinition, defineCollection } from '#shared/schema/definition.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

describe('names', () => {
  test.each([
    ['pages', 'Page', 'page'],
    ['content_categories', 'Category', 'contentCategory'],
    ['expenses', 'Expense', 'expense'],
    ['addresses', 'Address', 'address'],
    ['statuses', 'Status', 'status'],
    ['boxes', 'Box', 'box'],
    ['people', 'Person', 'person'],
    ['news', 'News item', 'newsItem'],
    ['crm_number_series', 'CRM numbering', 'crmNumbering'],
    ['staff', 'Staff', 'staffRecord'],
    ['staff', '人', 'staffRecord'],
  ])('%s (%s) is %s in the singular', (name, one, singular) => {
    expect(singularOf({ name, labels: { one, many: '' } })).toBe(singular);
  });

  test('ids of relations to many', () => {
    expect(['tags', 'blogTags', 'related', 'categories'].map(idsName)).toEqual([
      'tagIds',
      'blogTagIds',
      'relatedIds',
      'categoryIds',
    ]);
  });

  test('options that are no names become some, each its own, and no name moves for another', () => {
    const options = ['a b', 'a_b', 'a-b', '1-10', '10', 'true', '__x', 'é'];
    expect(Object.fromEntries(enumNames(options))).toEqual({
      a_b: 'a_b',
      'a b': 'a_b_',
      'a-b': 'a_b__',
      '1-10': '_1_10',
      '10': '_10',
      true: 'true_',
      __x: '_x',
      é: '_',
    });
  });
});

describe('the schema', () => {
  let house: TestServer;
  let registry: Registry;
  beforeAll(async () => {
    house = await openTestServer();
    const { modules } = house.admin;
    registry = modules.registryOf(modules.all.map(({ name }) => name));
  });
  afterAll(() => house.close());

  test('of everything there is, is valid', () => {
    expect(validateSchema(buildSchema(registry))).toEqual([]);
  });

  test('says of every action what it answers: records as their collections have them, the rest as objects', () => {
    const schema = buildSchema(registry);
    const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
    const untyped: string[] = [];
    for (const { http, name, output } of registry.actions.values()) {
      if (http?.signed) continue;
      const field = fields[camel(name)];
      const type = field && getNamedType(field.type);
      if (String(type) === 'JSON') untyped.push(name);
      const records = output && 'record' in output ? registry.collections.get(output.record) : undefined;
      if (records) expect([name, String(type).toLowerCase()]).toEqual([name, singularOf(records).toLowerCase()]);
    }
    expect(untyped).toEqual(['events.board', 'events.kiosk_board']);
    const shown = (name: string) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.values(type.getFields()).map((one) => `${one.name}: ${one.type}`) : [];
    };
    expect(shown('EventsCheckinAnswer')).toEqual([
      'success: Boolean!',
      'checkin: EventsCheckinAnswerCheckin!',
      'registration: EventsCheckinAnswerRegistration!',
      'direction: String',
      'attention: String',
      'members: [EventsCheckinAnswerMembers!]',
    ]);
    // One type for what several actions answer, with the states that records have.
    expect(['eventsCreate', 'eventsGet'].map((name) => String(fields[name]?.type))).toEqual([
      'EventAnswer',
      'EventAnswer',
    ]);
    expect(shown('EventsListAnswer')).toContain('events: [EventAnswer!]!');
    expect(shown('EventAnswer')).toContain('status: EventStatus!');
  });

  test('names the catalogue’s collections and actions the same, with any collections of a tenant', () => {
    const hostile = [
      'query',
      'queries',
      'string',
      'page_wheres',
      'page_connections',
      'a_1',
      'a1',
      'text_filters',
      'notes_',
      'events_list',
      'event_answers',
      'events_checkin_inputs',
    ];
    const own: readonly CollectionDefinition[] = hostile.map((name) =>
      defineCollection({
        name,
        module: 'own',
        labels: { one: name, many: name },
        fields: [
          { name: 'and', type: 'text' },
          { name: 'exists', type: 'group', fields: [{ name: 'exists', type: 'text' }] },
          { name: 'owner', type: 'relation', to: 'gone' },
          { name: 'ownerId', type: 'text' },
          { name: 'page', type: 'relation', to: 'pages' },
          { name: 'pageId', type: 'text' },
          { name: 'list', type: 'array', of: 'group', fields: [{ name: 'secret', type: 'text', hidden: true }] },
        ],
      }),
    );
    const state = { version: 1, createdAt: '', updatedAt: '' };
    const schema = buildSchema({
      ...registry,
      // Before the others, as no registry has them: the order must not matter.
      collections: new Map([...own.map((one) => [one.name, one] as const), ...registry.collections]),
      own: new Map(own.map(({ name }) => [name, state] as const)),
    });
    expect(validateSchema(schema)).toEqual([]);
    // Each with its types, so that a document which was valid still is.
    const rootsOf = (one: GraphQLSchema) =>
      [one.getQueryType(), one.getMutationType()].flatMap((root) =>
        Object.values(root?.getFields() ?? {}).map(
          ({ args, name, type }) => `${name}(${args.map((arg) => `${arg.name}: ${arg.type}`)}): ${type}`,
        ),
      );
    expect(rootsOf(schema)).toEqual(expect.arrayContaining(rootsOf(buildSchema(registry))));
    const after = Object.keys(schema.getQueryType()?.getFields() ?? {});
    expect(schema.getType('PageWhere_')).toBeDefined();
    expect(after).toEqual(expect.arrayContaining(['a1', 'a1_', 'query', 'queries']));
  });
});
