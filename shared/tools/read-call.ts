/**
 * A call of a tool → one operation. Knows which words a tool takes and what form they have; whether the values fit is
 * for the platform to say, as on every surface.
 */
import { isObject } from '../base/json.ts';
import { ok, type Refused, type Result, refuse } from '../base/result.ts';
import type { ActionDefinition } from '../schema/definition.ts';
import { type RecordVerb, type Resource, recordVerbs, type Tool, type ToolOperation } from './tool.ts';

type Args = Readonly<Record<string, unknown>>;
type Form = 'text' | 'words' | 'whole number' | 'object';

const forms: Readonly<Record<string, Form>> = {
  action: 'text',
  resource: 'text',
  id: 'text',
  data: 'object',
  where: 'object',
  fields: 'words',
  populate: 'words',
  sort: 'words',
  limit: 'whole number',
  cursor: 'text',
  search: 'text',
  count: 'text',
  version: 'whole number',
  idempotencyKey: 'text',
};

/** Parameters that choose the returned parts of a record, and related records beside it. */
const showWords = ['fields', 'populate'] as const;
const listWords = ['where', ...showWords, 'sort', 'limit', 'cursor', 'search', 'count'] as const;

/** Parameters of each verb beside `action` and `resource`; the first `needs` of them have to be there. */
const takes: Readonly<Record<RecordVerb, { readonly names: readonly string[]; readonly needs: number }>> = {
  list: { names: listWords, needs: 0 },
  get: { names: ['id', ...showWords], needs: 1 },
  create: { names: ['data', 'idempotencyKey'], needs: 1 },
  update: { names: ['id', 'data', 'version'], needs: 2 },
  delete: { names: ['id', 'version'], needs: 1 },
};

function isVerb(text: string): text is RecordVerb {
  return (recordVerbs as readonly string[]).includes(text);
}

function fits(value: unknown, form: Form | undefined): boolean {
  switch (form) {
    case 'text':
      return typeof value === 'string';
    case 'words':
      return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
    case 'whole number':
      return Number.isSafeInteger(value);
    default:
      return isObject(value);
  }
}

function invalid(
  code: 'invalid_type' | 'required' | 'unknown_parameter' | 'invalid_value',
  path: string,
  message: string,
  allowed?: readonly string[],
): Refused {
  return refuse({ code, message, path: path.slice(0, 100), ...(allowed ? { detail: { allowed } } : {}) });
}

/** Arguments by name; null is as good as not given. */
function given(args: Args, allowed: readonly string[], needed: readonly string[]): Result<Args> {
  const entries = Object.entries(args).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of entries) {
    if (!allowed.includes(name))
      return invalid('unknown_parameter', name, `Unknown argument ${name.slice(0, 100)}.`, allowed);
    const form = forms[name];
    if (!fits(value, form))
      return invalid(
        'invalid_type',
        name,
        `${name} must be ${form === 'object' ? 'an object' : form === 'words' ? 'text, or a list of texts' : form === 'text' ? 'text' : 'a whole number'}.`,
      );
  }
  const missing = needed.find((name) => !entries.some(([one]) => one === name));
  if (missing !== undefined) return invalid('required', missing, `${missing} is required.`);
  return ok(Object.fromEntries(entries));
}

function wordsIn(args: Args, names: readonly string[]): Args {
  return Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));
}

function recordCall(
  { definition, verbs }: Resource,
  verb: RecordVerb,
  args: Args,
  also: readonly string[],
): Result<ToolOperation> {
  const collection = definition.name;
  if (!verbs.includes(verb))
    return invalid('invalid_value', 'action', `${verb} is not possible on ${collection}.`, [...verbs, 'describe']);
  const { names, needs } = takes[verb];
  const read = given(args, [...also, ...names], names.slice(0, needs));
  if (!read.ok) return read;
  const { id, data, version, idempotencyKey } = read.value as {
    id: string;
    data: Args;
    version?: number;
    idempotencyKey?: string;
  };
  const ifVersion = version === undefined ? {} : { ifVersion: version };
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  switch (verb) {
    case 'list':
      return ok({ verb, collection, words: wordsIn(read.value, listWords) });
    case 'get':
      return ok({ verb, collection, id, words: wordsIn(read.value, showWords) });
    case 'create':
      return ok({ verb, collection, input: data, ...key });
    case 'update':
      return ok({ verb, collection, id, input: data, ...ifVersion });
    case 'delete':
      return ok({ verb, collection, id, ...ifVersion });
  }
}

function actionCall({ name, reads }: ActionDefinition, input: Args, idempotencyKey?: string): ToolOperation {
  return { verb: 'act', action: name, input, ...(idempotencyKey === undefined || reads ? {} : { idempotencyKey }) };
}

type ModuleTarget = Extract<Tool['target'], { readonly kind: 'module' }>;

/** Finds a resource by its name; without one, the collection that is called like the module, or the only one there is. */
function resourceNamed({ module, resources }: ModuleTarget, name: string | undefined): Result<Resource> {
  const found =
    name === undefined
      ? (resources.get(module) ?? (resources.size === 1 ? [...resources.values()][0] : undefined))
      : resources.get(name);
  if (found) return ok(found);
  const allowed = [...resources.keys()];
  if (name === undefined)
    return invalid('required', 'resource', `Name a resource: ${allowed.slice(0, 20).join(', ')}.`, allowed);
  return invalid('invalid_value', 'resource', `No resource is named ${name.slice(0, 100)}.`, allowed);
}

function describeCall({ module, resources, actions }: ModuleTarget, name: string | undefined): Result<ToolOperation> {
  if (name === undefined) return ok({ verb: 'describe', of: 'module', name: module });
  if (resources.has(name)) return ok({ verb: 'describe', of: 'collection', name });
  const action = actions.get(name) ?? [...actions.values()].find((one) => one.name === name);
  if (action) return ok({ verb: 'describe', of: 'action', name: action.name });
  return invalid('invalid_value', 'resource', `Nothing is named ${name.slice(0, 100)}.`, [
    ...resources.keys(),
    ...actions.keys(),
  ]);
}

function moduleCall(target: ModuleTarget, args: Args): Result<ToolOperation> {
  const { action: asked, resource: named } = args;
  if (typeof asked !== 'string')
    return invalid(
      asked === undefined ? 'required' : 'invalid_type',
      'action',
      '`action` must be list, get, create, update, delete, describe, or the name of an action.',
    );
  if (named !== undefined && named !== null && typeof named !== 'string')
    return invalid('invalid_type', 'resource', '`resource` must be text.');
  const resource = named ?? undefined;
  if (asked === 'describe') {
    const read = given(args, ['action', 'resource'], []);
    return read.ok ? describeCall(target, resource) : read;
  }
  const action = target.actions.get(asked) ?? [...target.actions.values()].find((one) => one.name === asked);
  // `events.create` knows more than the verb: the verb is meant where the resource is named.
  if (isVerb(asked) && (resource !== undefined || !action)) {
    const found = resourceNamed(target, resource);
    return found.ok ? recordCall(found.value, asked, args, ['action', 'resource']) : found;
  }
  if (!action)
    return invalid('invalid_value', 'action', `No action is named ${asked.slice(0, 100)}.`, [
      ...recordVerbs,
      'describe',
      ...target.actions.keys(),
    ]);
  const read = given(args, ['action', 'resource', 'data', 'idempotencyKey'], []);
  if (!read.ok) return read;
  const { data, idempotencyKey } = read.value as { data?: Args; idempotencyKey?: string };
  return ok(actionCall(action, data ?? {}, idempotencyKey));
}

function collectionCall(resource: Resource, args: Args): Result<ToolOperation> {
  const { action } = args;
  const allowed = [...resource.verbs, 'describe'];
  if (action === 'describe') {
    const read = given(args, ['action'], []);
    return read.ok ? ok({ verb: 'describe', of: 'collection', name: resource.definition.name }) : read;
  }
  if (typeof action !== 'string' || !isVerb(action))
    return invalid(
      action === undefined ? 'required' : 'invalid_value',
      'action',
      `\`action\` must be one of ${allowed.join(', ')}.`,
      allowed,
    );
  return recordCall(resource, action, args, ['action']);
}

/**
 * @param args as they came; anything but an object is refused
 * @returns refusals: `required`, `invalid_type`, `invalid_value`, `unknown_parameter`
 */
export function readCall({ target }: Tool, args: unknown): Result<ToolOperation> {
  if (args !== undefined && !isObject(args))
    return invalid('invalid_type', 'arguments', 'The arguments must be an object.');
  const named = args ?? {};
  switch (target.kind) {
    case 'module':
      return moduleCall(target, named);
    case 'collection':
      return collectionCall(target.resource, named);
    case 'verb':
      return recordCall({ definition: target.definition, verbs: [target.verb] }, target.verb, named, []);
    case 'action':
      return ok(actionCall(target.action, named));
  }
}
