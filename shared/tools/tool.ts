/**
 * The definition of a tool as data, for agents over MCP and for pages in a browser alike, and the operations that a
 * call of it can name. Tools are made from a registry (tools-of.ts); no one writes one for a collection.
 */
import type { JsonObject } from '../base/json.ts';
import type { ActionDefinition, CollectionDefinition } from '../schema/definition.ts';
import { type WriteVerb, writeVerbs } from '../schema/offered-writes.ts';
import { visibleDefinition } from '../schema/visible-definition.ts';

export const readVerbs = ['list', 'get'] as const;
export const recordVerbs = [...readVerbs, ...writeVerbs] as const;
export type RecordVerb = (typeof recordVerbs)[number];

/** The definitions that tools are made from; the server's registry is one. */
export interface ToolGround {
  readonly modules: readonly string[];
  readonly collections: ReadonlyMap<string, CollectionDefinition>;
  readonly actions: ReadonlyMap<string, ActionDefinition>;
}

/** Rights of the asker; operations that `writable` excludes for everyone are left out besides. */
export interface ToolRights {
  readonly read: (definition: CollectionDefinition) => boolean;
  readonly write: (definition: CollectionDefinition, op: WriteVerb) => boolean;
  readonly act: (action: ActionDefinition) => boolean;
  /** The definition as the asker may know it. */
  readonly known: (definition: CollectionDefinition) => CollectionDefinition;
}

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  /** Overwrites or takes away; false where it only adds. */
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** No tool reaches beyond the tenant. */
  readonly openWorldHint: false;
}

/** A collection with what may be done to its records. */
export interface Resource {
  readonly definition: CollectionDefinition;
  readonly verbs: readonly RecordVerb[];
}

export type ToolTarget =
  | {
      readonly kind: 'module';
      readonly module: string;
      readonly resources: ReadonlyMap<string, Resource>;
      /** Actions by their names without the module's. */
      readonly actions: ReadonlyMap<string, ActionDefinition>;
    }
  | { readonly kind: 'collection'; readonly resource: Resource }
  | { readonly kind: 'verb'; readonly definition: CollectionDefinition; readonly verb: RecordVerb }
  | { readonly kind: 'action'; readonly action: ActionDefinition };

export interface Tool {
  /** `[a-z0-9_]`, at most 64 characters: what models' own interfaces take. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: ToolAnnotations;
  readonly target: ToolTarget;
}

/** The words of a list, or what of one record to show, as they were given: shared/query/parse.ts reads them. */
export type ListWords = Readonly<Record<string, unknown>>;

/** One call as one operation, in the words every surface has. Nothing of it is checked against a schema of records yet. */
export type ToolOperation =
  | { readonly verb: 'list'; readonly collection: string; readonly words: ListWords }
  | { readonly verb: 'get'; readonly collection: string; readonly id: string; readonly words: ListWords }
  | {
      readonly verb: 'create';
      readonly collection: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly idempotencyKey?: string;
    }
  | {
      readonly verb: 'update';
      readonly collection: string;
      readonly id: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly ifVersion?: number;
    }
  | { readonly verb: 'delete'; readonly collection: string; readonly id: string; readonly ifVersion?: number }
  | {
      readonly verb: 'act';
      readonly action: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly idempotencyKey?: string;
    }
  /** Answered from the definitions alone (describe.ts). */
  | { readonly verb: 'describe'; readonly of: 'module' | 'collection' | 'action'; readonly name: string };

/** Rights of the platform itself and of tests: everything that the definitions allow any actor. */
export const allRights: ToolRights = {
  read: () => true,
  write: () => true,
  act: () => true,
  known: (definition) => visibleDefinition(definition, (field) => field.hidden !== true),
};
