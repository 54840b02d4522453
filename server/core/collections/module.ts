/**
 * A module is a value: collections and actions are data from shared/modules, behaviour is added to them. Each kind of
 * behaviour has its contract in a file of its own beside this one.
 */
import type { Dataset } from '#shared/schema/dataset.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { CollectionRule, ModuleAction } from './action.ts';
import type { FileIntake } from './file-intake.ts';
import type { Follower, Runner, TimedJob } from './follower.ts';
import type { PublicPage } from './public-page.ts';

export interface SealedField {
  readonly collection: string;
  readonly field: string;
  /** Purpose that was passed to `seal`. */
  readonly purpose: string;
  /** The field holds several, each under a name of its own. */
  readonly many?: boolean;
}

export interface Module {
  readonly name: string;
  /** Active in every tenant, also where the tenant has not chosen it. */
  readonly always?: boolean;
  /** Modules it cannot do without: its relations lead into their collections. They are activated with it. */
  readonly needs?: readonly string[];
  readonly collections: readonly CollectionDefinition[];
  /** Tables of its own that are on no surface; they are kept, exported and moved like any other. */
  readonly internal?: readonly CollectionDefinition[];
  readonly actions: readonly ModuleAction[];
  readonly rules?: readonly CollectionRule[];
  readonly followers?: readonly Follower[];
  readonly jobs?: readonly TimedJob[];
  readonly runners?: readonly Runner[];
  readonly pages?: readonly PublicPage[];
  readonly intakes?: readonly FileIntake[];
  readonly exports?: readonly Dataset[];
  /** Fields sealed with the server's own secret: they are sealed again when a tenant moves to another server. */
  readonly sealed?: readonly SealedField[];
  /** The HTTP status of each refusal code that is not the platform's own. */
  readonly refusals?: Readonly<Record<string, number>>;
}
