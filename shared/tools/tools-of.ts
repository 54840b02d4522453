/**
 * The tools of a registry. `grouped`, for agents that read the whole list: a tool for each module, through which all of
 * it is reached, and then tools of their own for actions and collections until there are `groupedMax`. `single`: one
 * for each verb of each collection and for each action, no more than what its name says.
 */

import { labelInSentence, oneOfLabel } from '../base/label-text.ts';
import { capital } from '../base/letter-case.ts';
import type { ActionDefinition, CollectionDefinition } from '../schema/definition.ts';
import { offeredWrites } from '../schema/offered-writes.ts';
import {
  allRights,
  type RecordVerb,
  type Resource,
  readVerbs,
  recordVerbs,
  type Tool,
  type ToolGround,
  type ToolRights,
} from './tool.ts';
import {
  actionInput,
  actionOutput,
  collectionInput,
  type Detail,
  moduleInput,
  verbInput,
  verbOutput,
} from './tool-schemas.ts';
import { wordsOf } from './tool-words.ts';

/** Number of tools up to which `grouped` adds some to those of the modules; few actions and collections give fewer. */
export const groupedMax = 89;

export interface ToolWishes {
  readonly granularity: 'grouped' | 'single';
  readonly rights?: ToolRights;
  /** Only what reads. */
  readonly readOnly?: boolean;
}

function resourceOf(definition: CollectionDefinition, { rights = allRights, readOnly }: ToolWishes): Resource | null {
  const mayRead = rights.read(definition);
  const reads = mayRead ? readVerbs : [];
  const writes = readOnly ? [] : offeredWrites(definition).filter((verb) => rights.write(definition, verb));
  const verbs = [...reads, ...writes];
  return verbs.length > 0 ? { definition: rights.known(definition), verbs } : null;
}

/** A device's own actions (their scope is no area), and what is proven by a signature, are no one's to call. */
function mayCall(action: ActionDefinition, { rights = allRights, readOnly }: ToolWishes): boolean {
  if (action.http?.signed || !(action.scope === 'public' || action.scope.includes(':'))) return false;
  return (!readOnly || action.reads === true) && rights.act(action);
}

export function shortName({ module, name }: ActionDefinition): string {
  return name.startsWith(`${module}.`) ? name.slice(module.length + 1) : name;
}

const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
const writing = { ...reading, readOnlyHint: false, destructiveHint: true, idempotentHint: false } as const;

function verbTool(definition: CollectionDefinition, verb: RecordVerb): Tool {
  const { labels, name, note } = definition;
  const label = verb === 'list' ? labels.many : labels.one;
  const does = {
    list: `Lists ${labelInSentence(labels.many)}, with filters, sorting and pages.`,
    get: `Gets one ${labelInSentence(labels.one)} by its ID.`,
    create: `Creates ${oneOfLabel(labels.one)}.`,
    update: `Changes the given fields of ${oneOfLabel(labels.one)}. Null empties a field.`,
    delete: `Deletes ${oneOfLabel(labels.one)}.`,
  }[verb];
  const isReading = verb === 'list' || verb === 'get';
  return {
    name: `${verb}_${name}`,
    title: `${capital(verb)} ${labelInSentence(label)}`,
    description: note ? `${does} ${note}` : does,
    inputSchema: verbInput(definition, verb),
    outputSchema: verbOutput(definition, verb),
    annotations: isReading
      ? reading
      : { ...writing, destructiveHint: verb !== 'create', idempotentHint: verb !== 'create' },
    target: { kind: 'verb', definition, verb },
  };
}

function actionTool(action: ActionDefinition, detail: Detail): Tool {
  return {
    name: action.name.replaceAll('.', '_'),
    title: capital(wordsOf(shortName(action))),
    description: action.summary,
    inputSchema: actionInput(action, detail),
    outputSchema: actionOutput(action),
    annotations: action.reads ? reading : writing,
    target: { kind: 'action', action },
  };
}

function collectionTool(resource: Resource): Tool {
  const { definition, verbs } = resource;
  const { labels, module, name, note } = definition;
  const writes = verbs.some((verb) => verb !== 'list' && verb !== 'get');
  return {
    name,
    title: labels.many,
    description: `${labels.many} of ${module}.${note ? ` ${note}` : ''}`,
    inputSchema: collectionInput(resource),
    outputSchema: { type: 'object' },
    annotations: writes ? writing : reading,
    target: { kind: 'collection', resource },
  };
}

function moduleTool(module: string, resources: readonly Resource[], actions: readonly ActionDefinition[]): Tool {
  const named = new Map(actions.map((action) => [shortName(action), action]));
  const writes = resources.some(({ verbs }) => verbs.some((verb) => verb !== 'list' && verb !== 'get'));
  const does = named.size > 0 ? ' An action of the module takes its input as data.' : '';
  return {
    name: module,
    title: capital(wordsOf(module)),
    description:
      `Everything in ${wordsOf(module)}: its records by resource.${does} describe: what exists; ` +
      'with a resource, its fields; with an action named as resource, its input.',
    inputSchema: moduleInput(resources, [...named.keys()], writes),
    outputSchema: { type: 'object' },
    annotations: writes || actions.some((action) => !action.reads) ? writing : reading,
    target: {
      kind: 'module',
      module,
      resources: new Map(resources.map((one) => [one.definition.name, one])),
      actions: named,
    },
  };
}

/** Interleaves the modules: any prefix holds about the same share of each, and begins with the first of each. */
function mixed<T extends { readonly module: string }>(modules: readonly string[], all: readonly T[]): readonly T[] {
  const placed = modules.flatMap((module) => {
    const own = all.filter((one) => one.module === module);
    return own.map((one, i) => ({ one, place: i / own.length }));
  });
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
}

/**
 * Ranks actions by how much they need a tool of their own: first those that read, because clients let agents read without
 * asking each time, and a module's tool also writes; then those with the most input. Last, those that are a verb anyway.
 */
function rankOf(action: ActionDefinition): number {
  if ((recordVerbs as readonly string[]).includes(shortName(action))) return 2;
  return action.reads ? 0 : 1;
}

const byRank = (a: ActionDefinition, b: ActionDefinition) => rankOf(a) - rankOf(b) || b.input.length - a.input.length;
const handmadeFirst = (a: CollectionDefinition, b: CollectionDefinition) =>
  Number((b.writable ?? 'all') === 'all') - Number((a.writable ?? 'all') === 'all');

function grouped(
  ground: ToolGround,
  resources: readonly Resource[],
  actions: readonly ActionDefinition[],
): readonly Tool[] {
  const modules = ground.modules.filter(
    (m) => resources.some(({ definition }) => definition.module === m) || actions.some(({ module }) => module === m),
  );
  const tools = modules.map((module) =>
    moduleTool(
      module,
      resources.filter(({ definition }) => definition.module === module),
      actions.filter((action) => action.module === module),
    ),
  );
  const taken = new Set(modules);
  const ofActions = mixed(modules, [...actions].sort(byRank)).map((action) => () => actionTool(action, 'brief'));
  const definitions = resources.map(({ definition }) => definition).filter(({ name }) => !taken.has(name));
  const ofCollections = mixed(modules, definitions.sort(handmadeFirst)).map((definition) => () => {
    const resource = resources.find((one) => one.definition === definition);
    return collectionTool(resource ?? { definition, verbs: [] });
  });
  // Two of three places are for actions: a collection's verbs lie one word away, an action's input is its own.
  const places = Math.max(0, groupedMax - tools.length);
  const forActions = Math.max(Math.ceil((places * 2) / 3), places - ofCollections.length);
  const chosen = [...ofActions.slice(0, forActions), ...ofCollections].slice(0, places);
  return unique([...tools, ...chosen.map((make) => make())]);
}

/** A tool whose name is taken by an earlier one gets an underscore at its end. */
function unique(tools: readonly Tool[]): readonly Tool[] {
  const taken = new Set<string>();
  return tools.map((tool) => {
    let { name } = tool;
    while (taken.has(name)) name += '_';
    taken.add(name);
    return name === tool.name ? tool : { ...tool, name };
  });
}

/** Returns the collections that may be read or written, with their verbs. */
export function resourcesOf(ground: ToolGround, wishes: ToolWishes): readonly Resource[] {
  return [...ground.collections.values()].flatMap((one) => resourceOf(one, wishes) ?? []);
}

/** Returns the tools in a fixed order; a tool's name means the same in every registry that has it, but for the underscores. */
export function toolsOf(ground: ToolGround, wishes: ToolWishes): readonly Tool[] {
  const resources = resourcesOf(ground, wishes);
  const actions = [...ground.actions.values()].filter((action) => mayCall(action, wishes));
  if (wishes.granularity === 'grouped') return grouped(ground, resources, actions);
  return unique([
    ...actions.map((action) => actionTool(action, 'whole')),
    ...resources.flatMap(({ definition, verbs }) => verbs.map((verb) => verbTool(definition, verb))),
  ]);
}
