/**
 * Which tenant holds a record, by the values that messages from outside name it with (a payment's id): one look instead
 * of a question to every tenant. Follows the tenants' logs, so that it may lack a record that was just created, or
 * still name one that was just deleted; the caller checks.
 */
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import type { TenantStore } from '../../store/contract.ts';
import { commitControl } from './commit-control.ts';

/** Longer values are not indexed and find no tenant. */
const valueCharsMax = 300;
const pageRows = 500;
const actor = 'system:placements';

export interface PlacedValue {
  readonly collection: string;
  readonly field: string;
  readonly value: string;
}

export interface Placements {
  /** @returns the tenants that may hold it: usually one, or none */
  tenantsOf(placed: PlacedValue): Promise<readonly string[]>;
  put(tenant: string, added: readonly PlacedValue[], removed: readonly PlacedValue[]): Promise<void>;
  /** Everything that was noted of a tenant. */
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
        for (const key of keysOf(removed)) {
          const known = await tx.findOne('placements', { key, tenant });
          if (known) await tx.delete('placements', known.id);
        }
        for (const key of keysOf(added))
          if (!(await tx.findOne('placements', { key, tenant }))) await tx.create('placements', { key, tenant });
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
