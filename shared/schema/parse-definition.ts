/**
 * A collection definition from outside → CollectionDefinition, or every problem with its path. The same language as the
 * built-in catalogue's, less what only the platform's own code can mean (`hidden`, `readOnly`, `writable`, `secrets`).
 * Called by core/collections/define-collection.ts and change-definition.ts; knows no tenant: what is around the definition is
 * handed in.
 */
import { isObject, type Values } from '../base/json.ts';
import { ok, type Refusal, type Result } from '../base/result.ts';
import type { CollectionDefinition, Transition } from './definition.ts';
import type { Field } from './field.ts';
import { rolesMax } from './field-language.ts';
import { parseFields, withoutNulls } from './parse-field.ts';
import { Problems } from './problems.ts';
import { reservedCollectionNames } from './reserved-names.ts';
import { validate } from './validate.ts';

/** The module of collections that name none: their scopes are `custom:read` and `custom:write`. */
export const ownModule = 'custom';

const indexesMax = 20;
const indexColumnsMax = 4;
const searchableMax = 20;
const transitionsMax = 400;
const statesMax = 200;
const scopesMax = 20;

const namePattern = '^[a-z][a-z0-9_]*$';
const scopePattern = /^[a-z][a-z0-9_]{0,62}:(read|write)$/;

const names = (name: string, maxItems: number): Field => ({
  name,
  type: 'array',
  of: 'text',
  maxItems,
  maxLength: 100,
});
const word = (name: string, required = false): Field => ({
  name,
  type: 'text',
  required,
  maxLength: 63,
  pattern: namePattern,
});

const lifecycle: Field = {
  name: 'lifecycle',
  type: 'group',
  fields: [
    { name: 'field', type: 'text', required: true, maxLength: 63 },
    { name: 'initial', type: 'text', required: true, maxLength: 100 },
    names('begins', statesMax),
    {
      name: 'transitions',
      type: 'array',
      of: 'group',
      required: true,
      maxItems: transitionsMax,
      fields: [
        { name: 'from', type: 'text', required: true, maxLength: 100 },
        { name: 'to', type: 'text', required: true, maxLength: 100 },
        word('emits'),
      ],
    },
  ],
};

const access: Field = {
  name: 'access',
  type: 'group',
  fields: [
    names('read', scopesMax),
    names('write', scopesMax),
    {
      name: 'own',
      type: 'group',
      fields: [{ name: 'field', type: 'text', required: true, maxLength: 63 }, names('exceptRoles', rolesMax)],
    },
  ],
};

const replicated: Field = {
  name: 'replicated',
  type: 'group',
  fields: [
    names('fields', 200),
    { name: 'boundBy', type: 'text', maxLength: 63 },
    { name: 'push', type: 'select', options: ['append', 'merge'] },
  ],
};

/** The definition itself in the field language. Its fields and lists of lists are looked at apart. */
const language: readonly Field[] = [
  word('name', true),
  word('module'),
  word('resource'),
  {
    name: 'labels',
    type: 'group',
    fields: [
      { name: 'one', type: 'text', required: true, maxLength: 60 },
      { name: 'many', type: 'text', required: true, maxLength: 60 },
    ],
  },
  { name: 'note', type: 'text', maxLength: 1_000 },
  names('searchable', searchableMax),
  { name: 'timestamps', type: 'boolean' },
  { name: 'conditional', type: 'boolean' },
  lifecycle,
  access,
  replicated,
];

export const definitionNames: readonly string[] = [...language.map((f) => f.name), 'fields', 'indexes', 'uniques'];

/** Collections and modules of the tenant that a definition may refer to. */
export interface Surroundings {
  /** Collections that are there, which relations may lead to. */
  readonly collections: readonly string[];
  /** Modules a definition may say it belongs to, besides `custom`. */
  readonly modules: readonly string[];
}

/** `sales_visits` → `Sales visits`, `Sales visit`. */
function labelsFor(name: string): CollectionDefinition['labels'] {
  const many = name.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase());
  const one = many.endsWith('ies') ? `${many.slice(0, -3)}y` : many.replace(/([^s])s$/, '$1');
  return { one, many };
}

function parseColumnLists(
  given: unknown,
  path: 'indexes' | 'uniques',
  fields: readonly Field[],
  problems: Problems,
): readonly (readonly string[])[] {
  const plain = fields
    .filter((f) => !['json', 'array', 'group', 'point'].includes(f.type) && !('many' in f && f.many))
    .map((f) => f.name);
  const isList = (one: unknown): one is string[] =>
    Array.isArray(one) && one.length > 0 && one.length <= indexColumnsMax && one.every((n) => typeof n === 'string');
  if (!Array.isArray(given) || given.length > indexesMax || !given.every(isList)) {
    problems.add(
      path,
      'invalid_type',
      `${path} must be at most ${indexesMax} lists of 1 to ${indexColumnsMax} fields.`,
    );
    return [];
  }
  for (const [i, list] of given.entries())
    for (const name of list)
      if (!plain.includes(name) || list.indexOf(name) !== list.lastIndexOf(name))
        problems.add(`${path}[${i}]`, 'unknown_field', `${name.slice(0, 100)} cannot be in ${path}[${i}].`, {
          allowed: plain,
        });
  return given;
}

function checkNames(found: Values, fields: readonly Field[], problems: Problems): void {
  const all = fields.map((f) => f.name);
  const needs = (path: string, name: unknown, allowed = all) => {
    if (typeof name === 'string' && !allowed.includes(name))
      problems.add(path, 'unknown_field', `Unknown field ${name.slice(0, 100)} in ${path}.`, { allowed });
  };
  const texts = fields.filter(
    (f) =>
      ['text', 'richText', 'email', 'url', 'slug', 'select'].includes(f.type) ||
      (f.type === 'array' && f.of === 'text'),
  );
  const searchable = texts.map((f) => f.name);
  for (const [i, name] of ((found['searchable'] as string[]) ?? []).entries())
    needs(`searchable[${i}]`, name, searchable);
  const copied = found['replicated'] as Values | undefined;
  for (const [i, name] of ((copied?.['fields'] as string[]) ?? []).entries()) needs(`replicated.fields[${i}]`, name);
  const relations = fields.filter((f) => f.type === 'relation' && !f.many).map((f) => f.name);
  needs('replicated.boundBy', copied?.['boundBy'], relations);
  const own = (found['access'] as Values | undefined)?.['own'] as Values | undefined;
  const owners = fields.filter((f) => f.type === 'text' || (f.type === 'relation' && !f.many)).map((f) => f.name);
  needs('access.own.field', own?.['field'], owners);
  for (const verb of ['read', 'write'])
    for (const [i, scope] of (((found['access'] as Values | undefined)?.[verb] as string[]) ?? []).entries())
      if (!scopePattern.test(scope))
        problems.add(
          `access.${verb}[${i}]`,
          'invalid_format',
          `${scope.slice(0, 100)} must be a scope such as crm:read.`,
        );
}

/** The state field of a lifecycle is required and begins where the lifecycle begins. */
function settleStates(given: Values | undefined, fields: readonly Field[], problems: Problems): readonly Field[] {
  if (!given) return fields;
  const field = fields.find((f) => f.name === given['field']);
  if (field?.type !== 'select' || field.many) {
    problems.add('lifecycle.field', 'unknown_field', 'A lifecycle must use a select field of one state.', {
      allowed: fields.filter((f) => f.type === 'select' && !f.many).map((f) => f.name),
    });
    return fields;
  }
  const state = (path: string, name: unknown) => {
    if (!field.options.includes(name as string))
      problems.add(path, 'invalid_option', `${path} must be one of: ${field.options.join(', ')}.`, {
        options: field.options,
      });
  };
  state('lifecycle.initial', given['initial']);
  for (const [i, name] of ((given['begins'] as string[]) ?? []).entries()) state(`lifecycle.begins[${i}]`, name);
  for (const [i, { from, to }] of (given['transitions'] as Transition[]).entries()) {
    state(`lifecycle.transitions[${i}].from`, from);
    state(`lifecycle.transitions[${i}].to`, to);
  }
  const initial = given['initial'] as string;
  if (field.default !== undefined && field.default !== initial)
    problems.add(
      `fields[${fields.indexOf(field)}].default`,
      'invalid_option',
      `The default of ${field.name} must be ${initial}, where the lifecycle begins. Leave it out, or change lifecycle.initial.`,
      { options: [initial] },
    );
  const settled = { ...field, default: initial, required: true };
  return fields.map((f) => (f === field ? settled : f));
}

function deepWithoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deepWithoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(withoutNulls(value)).map(([k, v]) => [k, deepWithoutNulls(v)]));
}

function checkName(name: string, module: string, around: Surroundings, problems: Problems): void {
  if (reservedCollectionNames.has(name) || /^(?:pg|sqlite)_/.test(name))
    problems.add('name', 'name_reserved', `${name} is a reserved name. Choose another name for the collection.`);
  if (module !== ownModule && !around.modules.includes(module))
    problems.add('module', 'invalid_option', `No module is named ${module}.`, {
      options: [ownModule, ...around.modules],
    });
}

export function parseDefinition(given: unknown, around: Surroundings): Result<CollectionDefinition> {
  const problems = new Problems();
  const failed = () => ({ ok: false as const, errors: problems.list as [Refusal, ...Refusal[]] });
  if (!isObject(given)) {
    problems.add('', 'invalid_type', 'A definition must be a JSON object with `name` and `fields`.');
    return failed();
  }
  const { fields: fieldList, indexes, uniques, ...rest } = given;
  // `replicated: true` is the short form of all fields, read only.
  const plain = rest['replicated'] === true ? { ...rest, replicated: {} } : rest;
  const checked = validate(language, plain['replicated'] === false ? { ...plain, replicated: null } : plain, {
    mode: 'create',
  });
  if (!checked.ok) problems.addAll('', checked.errors);
  const found = (checked.ok ? deepWithoutNulls(checked.value) : {}) as Values;
  const name = typeof given['name'] === 'string' ? given['name'] : '';
  const related = [...new Set([...around.collections, name])];
  const parsed = parseFields(fieldList ?? undefined, 'fields', 1, { problems, related, count: 0 });
  // A problem of a field would be reported again at every place that names the field.
  if (problems.list.length > 0) return failed();
  const module = (found['module'] as string | undefined) ?? ownModule;
  checkName(name, module, around, problems);
  if (found['timestamps'] === false)
    problems.add('timestamps', 'invalid_option', 'Every record has createdAt and updatedAt. Leave out `timestamps`.');
  const ownAccess = found['access'] as Values | undefined;
  checkNames(found, parsed, problems);
  const fields = settleStates(found['lifecycle'] as Values | undefined, parsed, problems);
  const lists = {
    ...(indexes === undefined || indexes === null
      ? {}
      : { indexes: parseColumnLists(indexes, 'indexes', fields, problems) }),
    ...(uniques === undefined || uniques === null
      ? {}
      : { uniques: parseColumnLists(uniques, 'uniques', fields, problems) }),
  };
  if (problems.list.length > 0) return failed();
  const { labels = labelsFor(name), ...said } = found as { labels?: CollectionDefinition['labels'] };
  return ok({
    ...said,
    ...(ownAccess ? { access: ownAccess } : {}),
    name,
    module,
    labels,
    fields,
    ...lists,
  } as CollectionDefinition);
}
