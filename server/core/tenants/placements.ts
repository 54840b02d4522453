/**
 * Finds the tenant that holds a record by a value with which external messages name it (a payment's id): one lookup instead
 * of a query to every tenant. A follower of the tenants' logs fills it, so that it may lack a record that was just created,
 * or still name one that was just deleted; the caller checks.
 */
import { ok } from '#shared/base/result.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { TenantStore, Transaction } from '../../store/contract.ts';
import { commitControl } from './commit-control.ts';

/** Maximum length of a value in characters; longer ones are not noted and find no tenant. */
const valueCharsMax = 300;
const pageRows = 500;
const keysAtOnce = 100;
const actor = 'system:placements';

export interface PlacedValue {
  readonly collection: string;
  readonly field: string;
  readonly value: string;
}

export interface Placements {
  /** @returns ids of the tenants that may hold the record: usually one, or none */
  tenantsOf(placed: PlacedValue): Promise<readonly string[]>;
  put(tenant: string, added: readonly PlacedValue[], removed: readonly PlacedValue[]): Promise<void>;
  /** Removes everything that was noted of a tenant. */
  forget(tenant: string): Promise<void>;
}

/** Tenants with the same value: one and its sandbox, or a copy; more are not looked at. */
const sameValueMax = 10;

function keyOf({ collection, field, value }: PlacedValue): string | null {
  return value.length > valueCharsMax ? null : `${collection}.${field}=${value}`;
}

function keysOf(placed: readonly PlacedValue[]): readonly string[] {
  return [...new Set(placed.map(keyOf).filter((key) => key !== null))];
}

/** Those of the keys that are noted, by key: one question for many, because a rush of buyers brings hundreds. */
async function knownOf(
  tx: Transaction,
  tenant: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const known = new Map<string, StoredRecord>();
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const some = keys.slice(at, at + keysAtOnce);
    const of: Condition[] = [
      { kind: 'field', path: 'key', op: 'in', value: some },
      { kind: 'field', path: 'tenant', op: 'equals', value: tenant },
    ];
    const rows = await tx.find('placements', { where: { kind: 'and', of }, limit: some.length });
    for (const row of rows) known.set(String(row['key']), row);
  }
  return known;
}

export function openPlacements(control: TenantStore): Placements {
  return {
    async tenantsOf(placed) {
      const key = keyOf(placed);
      if (key === null) return [];
      const found = await control.find('placements', { where: where({ key }), limit: sameValueMax });
      return found.map((row) => String(row['tenant']));
    },
    async put(tenant, added, removed) {
      if (added.length + removed.length === 0) return;
      const done = await control.commit(actor, async (tx) => {
        for (const { id } of (await knownOf(tx, tenant, keysOf(removed))).values()) await tx.delete('placements', id);
        const keys = keysOf(added);
        const known = await knownOf(tx, tenant, keys);
        for (const key of keys) if (!known.has(key)) await tx.create('placements', { key, tenant });
        return ok(null);
      });
      if (!done.ok) throw new Error(`not placed: ${done.errors[0].message}`);
    },
    async forget(tenant) {
      for (let left = true; left; )
        left = await commitControl(control, actor, async (tx) => {
          const rows = await tx.find('placements', { where: where({ tenant }), limit: pageRows });
          for (const { id } of rows) await tx.delete('placements', id);
          return ok(rows.length === pageRows);
        });
    },
  };
}
