/** The input of a write of one record: the definition, its rules, the writer, and what the client may see and name. */
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { ActionContext, CollectionRule, Seal } from './action.ts';
import type { OutcomeMeta } from './operation.ts';

export interface WriteRequest {
  readonly definition: CollectionDefinition;
  readonly rules: readonly CollectionRule[];
  /** Lists that its rules have made for the answer. */
  readonly meta?: () => OutcomeMeta;
  readonly context: ActionContext;
  /** The writer is a device, the platform or an action, which also set fields that people may not. */
  readonly trusted: boolean;
  readonly seal: Seal | null;
  /** Groups and JSON are given whole, not as a patch of what stands there. */
  readonly whole?: boolean;
  /** Whether a refusal may name the field to the client; absent: it may name all. */
  readonly sees?: (field: Field) => boolean;
  /** Whether the client may name this record in a relation; absent: any, as for devices, the platform and a restored record. */
  readonly mayName?: (record: StoredRecord, collection: string) => boolean;
}
