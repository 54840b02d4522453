/** The settings and movements that the mesh keeps over a restart, in the box's own tables. */
import { parseJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import type { MemberSettings } from '#shared/peers/ports.ts';
import { where } from '#shared/query/query.ts';
import type { Plan, TenantStore } from '../../../store/contract.ts';
import { boxActor, boxHeard, boxSettings } from '../tables.ts';
import type { HeldRows } from './settled-scans.ts';

async function commit(store: TenantStore, plan: Plan<null>): Promise<void> {
  const done = await store.commit(boxActor, plan);
  if (!done.ok) throw new Error(done.errors[0].message);
}

export function meshSettings(store: TenantStore): MemberSettings {
  const named = (name: string) => ({ where: where({ name }), limit: 1 });
  return {
    async read(name) {
      const [known] = await store.find(boxSettings, named(name));
      return known ? parseJson(known.value) : null;
    },
    write: (name, value) =>
      commit(store, async (tx) => {
        const [known] = await tx.find(boxSettings, named(name));
        const text = JSON.stringify(value);
        if (known) await tx.update(boxSettings, known.id, { value: text });
        else await tx.create(boxSettings, { name, value: text });
        return ok(null);
      }),
  };
}

export function heardRows(store: TenantStore): HeldRows {
  return {
    async all() {
      const rows: { readonly id: string; readonly value: unknown }[] = [];
      for await (const page of store.walk(boxHeard.name))
        for (const { id, value } of page) rows.push({ id, value: parseJson(String(value)) });
      return rows;
    },
    put: (rows) =>
      commit(store, async (tx) => {
        for (const { id, value } of rows) {
          const text = JSON.stringify(value);
          if (await tx.get(boxHeard, id)) await tx.update(boxHeard, id, { value: text });
          else await tx.create(boxHeard, { value: text }, id);
        }
        return ok(null);
      }),
    forget: (ids) =>
      commit(store, async (tx) => {
        for (const id of ids) if (await tx.get(boxHeard, id)) await tx.delete(boxHeard, id);
        return ok(null);
      }),
  };
}
