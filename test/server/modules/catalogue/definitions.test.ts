/** The catalogue as data: every definition is whole, and what the contract counts is there. */
import { expect, test } from 'vitest';
import { createModules } from '#server/core/collections/registry.ts';
import { createCatalogue } from '#server/modules/create-catalogue.ts';
import { allEventTypes } from '#server/store/event-types.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import { checkModule } from '#shared/modules/check-module.ts';
import { documentModule } from '#shared/modules/document-module.ts';
import type { ModuleDefinition } from '#shared/modules/module-definition.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { collections } from './catalogue-site.ts';

test('no definition has a problem', () => {
  expect(catalogue.flatMap((m) => checkModule(m, catalogue))).toEqual([]);
});

test('what a definition may lack is found', () => {
  const broken: ModuleDefinition = {
    name: 'broken',
    label: 'Broken',
    summary: 'Wrong on purpose.',
    needs: [],
    collections: [
      defineCollection({
        name: 'things',
        module: 'broken',
        labels: { one: 'Deal', many: 'Deals' },
        fields: [
          { name: 'title', type: 'text' },
          { name: 'price', type: 'money' },
          { name: 'deal', type: 'relation', to: 'deals' },
          { name: 'state', type: 'select', options: ['a', 'b', 'lost'], required: true, default: 'a' },
        ],
        searchable: ['price'],
        lifecycle: { field: 'state', initial: 'a', transitions: [{ from: 'a', to: 'b' }] },
      }),
    ],
    rules: [
      { kind: 'stamp', collection: 'things', field: 'nowhere', states: ['b'] },
      { kind: 'by-action', collection: 'things', states: { b: 'broken.nothing' } },
    ],
    actions: [],
  };
  const problems = checkModule(broken, [...catalogue, broken]);
  for (const said of [
    'things: another is called Deal',
    'things.title: text without maxLength',
    'things.price: money without a currency beside it',
    'things.deal: leads to deals of crm, which broken does not need',
    'things.state: no way into lost',
    'things.state: a transition from a to b without an event name',
    'things: searches price, which is no text',
    'stamp of things: no field nowhere',
    'by-action of things: no action broken.nothing',
  ])
    expect(problems).toContain(said);
});

test('counts: collections, actions and event types of a tenant with all modules', () => {
  const types = new Set(collections.flatMap(allEventTypes));
  console.info(
    `catalogue: ${catalogue.length} modules, ${collections.length} collections, ` +
      `${catalogue.flatMap((m) => m.actions).length} actions, ${types.size} event types`,
  );
  expect(collections.length).toBeGreaterThanOrEqual(60);
  // Two collections that shared a name would make one type of two happenings.
  expect(types.size).toBe(collections.flatMap(allEventTypes).length);
  expect(types.size).toBeGreaterThanOrEqual(205);
  for (const type of [
    'commerce.order.created',
    'commerce.order.paid',
    'crm.deal.stage_changed',
    'helpdesk.ticket.resolved',
    'content.page.published',
  ])
    expect(types).toContain(type);
});

test('a module brings along what it needs, and nothing else', () => {
  const modules = createModules(createCatalogue().modules);
  expect(modules.withNeeded(['helpdesk'])).toEqual(['crm', 'helpdesk']);
  expect(modules.withNeeded(['content'])).toEqual(['content']);
  expect(() => createModules([{ name: 'lonely', needs: ['nobody'], collections: [], actions: [] }])).toThrow(
    'lonely needs nobody',
  );
});

test('each module has a page that names every field and every action', () => {
  for (const { rules, actions, ...module } of catalogue) {
    const definitions = actions.map((a) => a.definition);
    const page = documentModule({ ...module, rules, actions: definitions }, allEventTypes);
    for (const { name, fields } of module.collections) {
      expect(page).toContain(`(\`${name}\`)`);
      for (const field of fields) expect(page).toContain(`\`${field.name}\``);
    }
    for (const { name, http } of definitions)
      for (const said of [`### \`${name}\`\n`, ...(http?.paths ?? [])]) expect(page).toContain(said);
    expect(page).not.toMatch(/undefined|\[object/);
  }
});

test('the page of a module says in which states a client may begin a record', () => {
  const pages = catalogue.map(({ rules, actions, ...module }) =>
    documentModule({ ...module, rules, actions: actions.map((a) => a.definition) }, allEventTypes),
  );
  const said = (collection: string) =>
    pages.flatMap((page) => page.split('\n## ')).find((part) => part.includes(`(\`${collection}\`)`));
  expect(said('quotes')).toContain('States in `status`, beginning as `draft`:');
  expect(said('pages')).toContain('States in `status`, beginning as `draft` or, if it is sent, any other:');
});
