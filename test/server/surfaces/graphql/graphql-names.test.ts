/** What things are called in GraphQL, and that what all modules bring is one valid schema. */
import { validateSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Registry } from '#server/platform.ts';
import { buildSchema } from '#server/surfaces/graphql/build-schema.ts';
import { enumNames, idsName, singularOf } from '#server/surfaces/graphql/names.ts';
import { type CollectionDefinition, defineCollection } from '#shared/schema/definition.ts';
import { type OpenHouse, openHouse } from '#test/fixtures/open-house.ts';

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
  let house: OpenHouse;
  let registry: Registry;
  beforeAll(async () => {
    house = await openHouse();
    const { modules } = house.server.house;
    registry = modules.registryOf(modules.all.map(({ name }) => name));
  });
  afterAll(() => house.close());

  test('of everything there is, is valid', () => {
    expect(validateSchema(buildSchema(registry))).toEqual([]);
  });

  test('names the catalogue’s collections alike, whatever a tenant adds', () => {
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
    const before = Object.keys(buildSchema(registry).getQueryType()?.getFields() ?? {});
    const after = Object.keys(schema.getQueryType()?.getFields() ?? {});
    expect(after.filter((name) => before.includes(name)).sort()).toEqual(before.toSorted());
    expect(schema.getType('PageWhere_')).toBeDefined();
    expect(after).toEqual(expect.arrayContaining(['a1', 'a1_', 'query', 'queries']));
  });
});
