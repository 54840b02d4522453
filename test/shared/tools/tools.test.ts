import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import {
  type ActionDefinition,
  type CollectionDefinition,
  defineAction,
  defineCollection,
} from '#shared/schema/definition.ts';
import { visibleDefinition } from '#shared/schema/visible-definition.ts';
import { describe as describeOf } from '#shared/tools/describe.ts';
import { listedTool } from '#shared/tools/listed-tool.ts';
import { readCall } from '#shared/tools/read-call.ts';
import { allRights, type Tool, type ToolGround } from '#shared/tools/tool.ts';
import { groupedMax, toolsOf } from '#shared/tools/tools-of.ts';

const notes = defineCollection({
  name: 'notes',
  module: 'desk',
  labels: { one: 'Note', many: 'Notes' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 80 },
    { name: 'secret', type: 'text', hidden: true },
    { name: 'seen', type: 'integer', readOnly: true },
  ],
  searchable: ['title'],
});
const stamps = defineCollection({
  name: 'stamps',
  module: 'desk',
  labels: { one: 'Stamp', many: 'Stamps' },
  fields: [{ name: 'at', type: 'date' }],
  writable: 'none',
});
const actions = [
  defineAction({ name: 'desk.list', module: 'desk', summary: 'Lists.', scope: 'desk:read', input: [], reads: true }),
  defineAction({
    name: 'desk.tidy_up',
    module: 'desk',
    summary: 'Tidies up.',
    scope: 'desk:write',
    input: [{ name: 'noteId', type: 'text', required: true }],
  }),
  defineAction({ name: 'desk.device', module: 'desk', summary: 'Of a device.', scope: 'kiosk', input: [] }),
];

function groundOf(
  modules: readonly string[],
  collections: readonly CollectionDefinition[],
  acts: readonly ActionDefinition[],
): ToolGround {
  return {
    modules,
    collections: new Map(collections.map((one) => [one.name, one])),
    actions: new Map(acts.map((one) => [one.name, one])),
  };
}

const desk = groundOf(['desk'], [notes, stamps], actions);
const whole = groundOf(
  catalogue.map(({ name }) => name),
  catalogue.flatMap((m) => m.collections),
  catalogue.flatMap((m) => m.actions.map(({ definition }) => definition)),
);

function named(tools: readonly Tool[], name: string): Tool {
  return must(
    tools.find((tool) => tool.name === name),
    name,
  );
}

const grouped = toolsOf(desk, { granularity: 'grouped' });
const deskTool = named(grouped, 'desk');
const called = (tool: Tool, args: unknown) => {
  const read = readCall(tool, args);
  return read.ok ? read.value : read.errors[0].code;
};

test('a registry of many modules has as many tools as the list is to have, each module at least its own', () => {
  const tools = toolsOf(whole, { granularity: 'grouped' });
  expect(tools).toHaveLength(groupedMax);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(groupedMax);
  expect(tools.slice(0, whole.modules.length).map(({ name }) => name)).toEqual(whole.modules);
  for (const { name } of tools) expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
  const kinds = Map.groupBy(tools, ({ target }) => target.kind);
  expect([...kinds.keys()]).toEqual(['module', 'action', 'collection']);
  const inList = (module: string) =>
    tools.filter(({ target }) => target.kind === 'action' && target.action.module === module).length;
  for (const { name } of catalogue) expect(inList(name)).toBeGreaterThan(0);
});

test('a small registry has a tool for every collection and action, except those for devices and those that no one may write', () => {
  expect(grouped.map(({ name }) => name)).toEqual(['desk', 'desk_tidy_up', 'desk_list', 'notes', 'stamps']);
  const single = toolsOf(desk, { granularity: 'single' });
  expect(single.map(({ name }) => name)).toEqual([
    'desk_list',
    'desk_tidy_up',
    'list_notes',
    'get_notes',
    'create_notes',
    'update_notes',
    'delete_notes',
    'list_stamps',
    'get_stamps',
  ]);
  expect(toolsOf(whole, { granularity: 'single' }).length).toBeGreaterThan(300);
  const reading = toolsOf(desk, { granularity: 'single', readOnly: true });
  expect(reading.map(({ name }) => name)).toEqual([
    'desk_list',
    'list_notes',
    'get_notes',
    'list_stamps',
    'get_stamps',
  ]);
  for (const tool of toolsOf(desk, { granularity: 'grouped', readOnly: true }))
    expect(tool.annotations.readOnlyHint).toBe(true);
});

const blindTo: typeof allRights.known = (definition) => visibleDefinition(definition, () => false);

test('rights take tools, verbs and fields away', () => {
  const rights = { ...allRights, write: () => false, act: () => false, known: blindTo };
  const tools = toolsOf(desk, { granularity: 'grouped', rights });
  expect(tools.map(({ name }) => name)).toEqual(['desk', 'notes', 'stamps']);
  expect(called(named(tools, 'notes'), { action: 'create', data: {} })).toBe('invalid_value');
  expect(JSON.stringify(tools.map((tool) => listedTool(tool, 'whole')))).not.toContain('title*');
  expect(toolsOf(desk, { granularity: 'grouped', rights: { ...rights, read: () => false } })).toEqual([]);
});

test('a star stands at what has to be given, and at nothing that fills itself', () => {
  const dataOf = (tools: readonly Tool[], name: string) =>
    (named(tools, name).inputSchema['properties'] as Record<string, { readonly description?: string }>)['data'];
  expect(dataOf(grouped, 'notes')?.description).toBe('* to create: title*');
  const pages = dataOf(toolsOf(whole, { granularity: 'grouped' }), 'pages')?.description;
  expect(pages).toContain('title*');
  expect(pages).toMatch(/\bposition,/);
});

test('a call is one operation', () => {
  const where = { title: { equals: 'a' } };
  expect(called(deskTool, { action: 'list', resource: 'notes', where, limit: 3 })).toEqual({
    verb: 'list',
    collection: 'notes',
    words: { where, limit: 3 },
  });
  expect(called(deskTool, { action: 'update', resource: 'notes', id: 'n', data: { title: 'b' }, version: 2 })).toEqual({
    verb: 'update',
    collection: 'notes',
    id: 'n',
    input: { title: 'b' },
    ifVersion: 2,
  });
  const shown = { fields: 'title', populate: ['author'] };
  expect(called(deskTool, { action: 'get', resource: 'notes', id: 'n', ...shown })).toEqual({
    verb: 'get',
    collection: 'notes',
    id: 'n',
    words: shown,
  });
  expect(called(deskTool, { action: 'tidy_up', data: { noteId: 'n' }, idempotencyKey: 'k' })).toEqual({
    verb: 'act',
    action: 'desk.tidy_up',
    input: { noteId: 'n' },
    idempotencyKey: 'k',
  });
  expect(called(deskTool, { action: 'list' })).toEqual({ verb: 'act', action: 'desk.list', input: {} });
  expect(called(named(grouped, 'desk_tidy_up'), { noteId: 'n' })).toEqual({
    verb: 'act',
    action: 'desk.tidy_up',
    input: { noteId: 'n' },
  });
  const single = toolsOf(desk, { granularity: 'single' });
  expect(called(named(single, 'delete_notes'), { id: 'n' })).toEqual({ verb: 'delete', collection: 'notes', id: 'n' });
});

test.each([
  [{}, 'required'],
  [{ action: 7 }, 'invalid_type'],
  [{ action: 'get', resource: 'notes' }, 'required'],
  [{ action: 'get', resource: 'notes', id: 7 }, 'invalid_type'],
  [{ action: 'get', resource: 'notes', id: 'n', where: {} }, 'unknown_parameter'],
  [{ action: 'list', resource: 'notes', limit: '3' }, 'invalid_type'],
  [{ action: 'list', resource: 'constructor' }, 'invalid_value'],
  [{ action: 'get', id: 'n' }, 'required'],
  [{ action: 'create', resource: 'stamps', data: {} }, 'invalid_value'],
  [{ action: 'device' }, 'invalid_value'],
  [{ action: 'constructor' }, 'invalid_value'],
  [[], 'invalid_type'],
])('%j is refused', (args, code) => {
  expect(called(deskTool, args)).toBe(code);
});

test('any input is an operation or a refusal', () => {
  const tools = [...grouped, ...toolsOf(desk, { granularity: 'single' })];
  fc.assert(
    fc.property(
      fc.constantFrom(...tools),
      fc.oneof(
        fc.jsonValue(),
        fc.dictionary(
          fc.constantFrom('action', 'resource', 'id', 'data', 'where', 'limit', '__proto__'),
          fc.jsonValue(),
        ),
      ),
      (tool, args) => {
        const read = readCall(tool, args);
        expect(read.ok || read.errors[0].code.length > 0).toBe(true);
      },
    ),
  );
});

test('describe tells fields, operators, inputs, and nothing that is hidden', () => {
  const tell = (args: unknown) => {
    const operation = called(deskTool, args);
    if (typeof operation === 'string' || operation.verb !== 'describe') throw new Error('no description');
    return JSON.parse(JSON.stringify(describeOf(deskTool, operation)));
  };
  expect(tell({ action: 'describe' })).toMatchObject({
    module: 'desk',
    resources: [{ resource: 'notes' }, { resource: 'stamps', actions: ['list', 'get'] }],
    actions: [{ action: 'list' }, { action: 'tidy_up', needs: ['noteId'] }],
  });
  const described = tell({ action: 'describe', resource: 'notes' });
  expect(Object.keys(described.data.properties)).toEqual(['title']);
  expect(Object.keys(described.record.properties)).toContain('seen');
  expect(described.where.byKind.text).toMatchObject({ fields: ['title'], operators: { starts_with: 'text' } });
  expect(JSON.stringify(described)).not.toContain('secret');
  expect(tell({ action: 'describe', resource: 'tidy_up' })).toMatchObject({ input: { required: ['noteId'] } });
});

test('tools that can return relations as records say so', () => {
  const asked = (tools: readonly Tool[], name: string) =>
    Object.keys(named(tools, name).inputSchema['properties'] ?? {});
  const single = toolsOf(whole, { granularity: 'single' });
  for (const name of ['list_pages', 'get_pages']) expect(asked(single, name)).toContain('populate');
  expect(asked(single, 'get_content_tags')).not.toContain('populate');
  const blind = toolsOf(whole, { granularity: 'single', rights: { ...allRights, known: blindTo } });
  expect(asked(blind, 'list_pages')).not.toContain('populate');
  expect(asked(toolsOf(whole, { granularity: 'grouped' }), 'content')).toContain('populate');
});

test('every schema is one, and takes what it is made for', () => {
  const ajv = new Ajv2020({ strict: false, formats: { email: true, uri: true, uuid: true, 'date-time': true } });
  for (const granularity of ['grouped', 'single'] as const)
    for (const { inputSchema, outputSchema } of toolsOf(whole, { granularity })) {
      expect(inputSchema['type']).toBe('object');
      expect(ajv.validateSchema(inputSchema)).toBe(true);
      expect(ajv.validateSchema(outputSchema)).toBe(true);
    }
  const takes = ajv.compile(deskTool.inputSchema);
  expect(takes({ action: 'list', resource: 'notes', limit: 10 })).toBe(true);
  expect(takes({ action: 'list', resource: 'pages' })).toBe(false);
});

test('a description leaves to the schema what it lists: no words of an enum after each other', () => {
  for (const granularity of ['grouped', 'single'] as const)
    for (const { description, inputSchema, name } of toolsOf(whole, { granularity })) {
      const properties = Object.values(
        (inputSchema['properties'] ?? {}) as Readonly<Record<string, { enum?: string[] }>>,
      );
      const listed = properties.flatMap(({ enum: words = [] }) =>
        words.slice(1).map((word, i) => `${words[i]}, ${word}`),
      );
      expect(
        listed.filter((pair) => description.includes(pair)),
        name,
      ).toEqual([]);
    }
});
