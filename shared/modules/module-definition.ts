/**
 * A module of the catalogue as data: its collections, their rules, its actions, and the modules it cannot do without.
 * server/modules/<module> has the handlers of actions that are more than a move from state to state;
 * server/modules/create-catalogue.ts adds them.
 */
import type { ActionDefinition, CollectionDefinition, Lifecycle } from '../schema/definition.ts';
import type { Field } from '../schema/field.ts';
import type { RuleDefinition } from './rule-definition.ts';

/** An action that only moves a record to another state; its rules do the rest. */
export interface Move {
  readonly collection: string;
  /** The state it moves to. */
  readonly to: string;
  /** The input that names the record. */
  readonly id: string;
  /** Inputs that are written into the fields of the same name, where they are given. */
  readonly takes: readonly string[];
}

export interface CatalogueAction {
  readonly definition: ActionDefinition;
  /** Absent: server/modules/<module> has a handler. */
  readonly move?: Move;
}

export interface ModuleDefinition {
  readonly name: string;
  readonly label: string;
  /** One sentence. */
  readonly summary: string;
  /** Modules that are activated with it: those its relations lead to. */
  readonly needs: readonly string[];
  readonly collections: readonly CollectionDefinition[];
  readonly rules: readonly RuleDefinition[];
  readonly actions: readonly CatalogueAction[];
  /** Refusal codes of its own and the HTTP status of each. */
  readonly refusals?: Readonly<Record<string, number>>;
}

type Step = readonly [from: string | readonly string[], to: string, emits?: string];

/** A lifecycle on `status` as a table: from, to, and the last part of the event's name. */
export function lifecycle(
  initial: string,
  steps: readonly Step[],
  { field = 'status', begins }: { readonly field?: string; readonly begins?: readonly string[] } = {},
): Lifecycle {
  const transitions = steps.flatMap(([from, to, emits]) =>
    (typeof from === 'string' ? [from] : from).map((one) => ({ from: one, to, ...(emits ? { emits } : {}) })),
  );
  return { field, initial, ...(begins ? { begins } : {}), transitions };
}

export interface MoveWords {
  readonly module: string;
  /** `publish_page`; the path's last part is what stands before the first underscore. */
  readonly name: string;
  readonly summary: string;
  readonly collection: string;
  readonly id: string;
  readonly to: string;
  readonly takes?: readonly Field[];
}

/** A `CatalogueAction` with the literal names and fields of `W`: the types of clients are derived from it. */
export interface MoveActionOf<W extends MoveWords> extends CatalogueAction {
  readonly definition: Omit<ActionDefinition, 'name' | 'module' | 'input' | 'output'> & {
    readonly name: `${W['module']}.${W['name']}`;
    readonly module: W['module'];
    readonly input: readonly [
      { readonly name: W['id']; readonly type: 'relation'; readonly to: W['collection']; readonly required: true },
      ...(W extends { readonly takes: infer T extends readonly Field[] } ? T : readonly []),
    ];
    readonly output: { readonly record: W['collection'] };
  };
}

/** An action that is a move: its definition, path `/<module>/<collection>/:<id>/<verb>`, and what it does. */
export function moveAction<const W extends MoveWords>(words: W): MoveActionOf<W> {
  const { module, name, summary, collection, id, to, takes = [] }: MoveWords = words;
  const verb = name.split('_')[0]!;
  const made: CatalogueAction = {
    definition: {
      name: `${module}.${name}`,
      module,
      summary,
      scope: `${module}:write`,
      http: { method: 'POST', paths: [`/${module}/${collection}/:${id}/${verb}`] },
      input: [{ name: id, type: 'relation', to: collection, required: true }, ...takes],
      output: { record: collection },
      tags: [collection],
    },
    move: { collection, to, id, takes: takes.map((f) => f.name) },
  };
  return made as MoveActionOf<W>;
}

/** A module of the catalogue with the literal types of its collections and actions; any of them is a ModuleDefinition. */
export interface TypedModule<C extends readonly CollectionDefinition[], A extends readonly CatalogueAction[]>
  extends ModuleDefinition {
  readonly collections: C;
  readonly actions: A;
}

/** Keeps the literal types of collections and actions, and nothing else's: the SDK's types are made of these. */
export function defineModule<
  const C extends readonly CollectionDefinition[],
  const A extends readonly CatalogueAction[],
>(module: TypedModule<C, A>): TypedModule<C, A> {
  return module;
}
