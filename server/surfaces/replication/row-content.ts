/** A pushed row's content beside the server's, and the item that answers it. Pure but for two types. */
import { canonicalJson, isObject } from '#shared/base/json.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { PushAnswer } from '#shared/sync/down.ts';
import type { Caller } from '../../core/platform.ts';

export type Item = PushAnswer['items'][number];

export interface PushRow {
  readonly newDocumentState: unknown;
  readonly assumedMasterState: unknown;
  /** The row is signed by the kiosk that made it; without `previous`, for a box. */
  readonly relay?: { readonly previous: number | null; readonly signature: string } | null;
}

/** Pusher of rows: a device, or a person’s or program’s app. */
export type Pusher = Pick<Caller, 'actor' | 'run'>;

/** Reads a record past the actor's own rights, to tell a duplicate from a reused id: its content never leaves here unbound. */
export type Peek = (collection: string, id: string) => Promise<StoredRecord | null>;

export function item(
  id: string,
  outcome: Item['outcome'],
  code: string | null = null,
  message: string | null = null,
  record: Item['record'] = null,
): Item {
  return { id, outcome, code, message, record };
}

/**
 * SY11: what the device took for the server's state is the server's state. A device of an older release knows fewer
 * fields, so that only what it names is compared; naming none is no claim.
 */
export function isCurrent(definition: CollectionDefinition, assumed: unknown, stored: StoredRecord): boolean {
  if (!isObject(assumed)) return false;
  return Object.keys(fieldsOf(definition, assumed)).length > 0 && sameContent(definition, assumed, stored);
}

/** The pushed document without what RxDB adds to it and what the server sets itself. */
export function fieldsOf(definition: CollectionDefinition, document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    definition.fields
      .filter((f) => !f.hidden && Object.hasOwn(document, f.name))
      .map((f) => [f.name, document[f.name] ?? null]),
  );
}

/** The row without fields that only the server sets: a device's values of these are ignored. */
export function withoutReadOnly(
  { fields }: CollectionDefinition,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const own = new Set(fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => own.has(name)));
}

export function sameContent(
  definition: CollectionDefinition,
  given: Record<string, unknown>,
  stored: StoredRecord,
): boolean {
  return Object.keys(fieldsOf(definition, given)).every(
    (name) => canonicalJson(given[name] ?? null) === canonicalJson(stored[name] ?? null),
  );
}
