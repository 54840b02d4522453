/**
 * The one view that surfaces, webhooks and modules have of the server's data: `platform.as(actor)` gives the calls that the
 * actor can make in its tenant.
 */
import type { Result } from '#shared/base/result.ts';
import type { Dataset } from '#shared/schema/dataset.ts';
import type { ActionDefinition, CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Change } from '../store/contract.ts';
import type { FileIntake } from './collections/file-intake.ts';
import type { Operation, Outcome } from './collections/operation.ts';
import type { Actor } from './policy/actor.ts';
import type { TenantRecord } from './tenants/control.ts';

/** Description of an intake, without the code that takes the file. */
export type Intake = Pick<FileIntake, 'action' | 'path' | 'fields' | 'bytesMax'>;

/** Definitions that are active in one tenant; what is not in it exists on no surface. */
export interface Registry {
  readonly modules: readonly string[];
  readonly collections: ReadonlyMap<string, CollectionDefinition>;
  readonly actions: ReadonlyMap<string, ActionDefinition>;
  /** Files that modules take; absent: none. */
  readonly intakes?: readonly Intake[];
  /** Data that modules export as files; absent: none. */
  readonly datasets?: readonly Dataset[];
  /** Collections that the tenant defined itself, with the state of each definition. */
  readonly own?: ReadonlyMap<string, DefinitionState>;
}

export interface DefinitionState {
  /** +1 with each change of the definition. */
  readonly version: number;
  /** ISO 8601, as is `updatedAt`. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Part of one collection that an actor sees, for a reader that reads its changes once for many. */
export interface Visibility {
  readonly definition: CollectionDefinition;
  /** The definition as the actor may know it: what a filter of the actor's is parsed by. */
  readonly fields: CollectionDefinition;
  /** Equal for all who see the same of every record. */
  readonly key: string;
  /** Whether the actor sees the record, which may be a former state of it. */
  isVisible(record: Readonly<Record<string, unknown>>): boolean;
  /** Returns the record without what the actor may not see. */
  shown(record: StoredRecord): StoredRecord;
  /** Returns those of a change's types that the actor may know. */
  types(types: readonly string[]): readonly string[];
}

export interface LogView {
  readonly logId: string;
  /** Refuses `collection_unknown`, `insufficient_scope` and, for a kiosk, `device_not_allowed`. */
  visibilityOf(collection: string): Promise<Result<Visibility>>;
  head(): Promise<number>;
  /**
   * Changes this actor may see, oldest first; `seq` is how far the log was read, even where nothing was visible. A
   * record that stops being the actor's comes as a deletion with its id, times and version alone.
   */
  since(
    seq: number,
    options: { readonly limit: number; readonly collections: readonly string[] },
  ): Promise<{ readonly changes: readonly Change[]; readonly seq: number }>;
  /** Calls `listener` after commits with the number up to which the log goes, and no change. Returns how to stop. */
  onCommit(listener: (head: number) => void): () => void;
}

/** Access of one actor to its tenant: made once for a request, by one look-up of the tenant. */
export interface Caller {
  readonly actor: Actor;
  readonly tenant: TenantRecord;
  readonly registry: Registry;
  run(operation: Operation): Promise<Outcome>;
  /** It may be read for days: each time it shows the collections as they are then. */
  follow(): LogView;
}

export interface Platform {
  /** @param tenant the actor's, by a caller that has looked it up; absent: it is looked up */
  as(actor: Actor, tenant?: TenantRecord): Promise<Caller>;
  /** Returns the registry of the tenant as it is now, for work without an actor. */
  registry(tenant: string): Promise<Registry>;
  /** `as(actor)` for one operation: for what goes on for longer than a request. */
  run(actor: Actor, operation: Operation): Promise<Outcome>;
  /** `as(actor)` for the log alone. */
  follow(actor: Actor): Promise<LogView>;
}
