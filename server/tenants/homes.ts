/**
 * Which tenant lives in which database: two tables of the control database, read and changed here alone. A tenant of
 * which they say nothing lives in the main one. The store asks them (store/postgres/placed-store.ts), move-tenant.ts and
 * directory.ts change them; every process hears of it by the control database's log.
 */
import { ok, refuse } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { TenantStore, Transaction } from '../store/contract.ts';
import { type Databases, type Home, type HomeBook, mainDatabase } from '../store/databases.ts';
import { commitControl } from './commit-control.ts';

const actor = 'system:homes';
const newsAtOnce = 500;
/** A tenant and its sandbox. */
const twinsMax = 2;
/** As many as there may be tenants and sandboxes. */
const homesMax = 20_000;

/** Addresses stand in each server's environment; here is what a name meant when it was first used. */
export const databases = defineCollection({
  name: 'databases',
  module: 'control',
  labels: { one: 'Database', many: 'Databases' },
  fields: [
    { name: 'name', type: 'text', required: true, unique: true, maxLength: 40 },
    { name: 'identity', type: 'text', required: true, unique: true, maxLength: 100 },
  ],
});

export const tenantHomes = defineCollection({
  name: 'tenant_homes',
  module: 'control',
  labels: { one: 'Tenant home', many: 'Tenant homes' },
  fields: [
    {
      name: 'resident',
      type: 'text',
      required: true,
      unique: true,
      maxLength: 128,
      note: 'Id of a tenant or sandbox.',
    },
    { name: 'live', type: 'text', required: true, index: true, maxLength: 128, note: 'Of a sandbox: its live twin.' },
    { name: 'database', type: 'text', required: true, index: true, maxLength: 40 },
    { name: 'movingTo', type: 'text', maxLength: 40, note: 'While it is being copied there.' },
    { name: 'move', type: 'text', maxLength: 128, note: 'Which process copies it: another one may not end its move.' },
    { name: 'formerly', type: 'text', maxLength: 40, note: 'Where a copy may still stand.' },
  ],
});

interface HomeRecord extends Home {
  readonly id: string;
  readonly resident: string;
  readonly move: string | null;
  readonly formerly: string | null;
}

export const homeCollections = [databases, tenantHomes];

function homeIn(record: unknown, tenant: string): Home {
  const row = record as HomeRecord | null;
  return row ?? { database: mainDatabase, movingTo: null, live: tenant };
}

export async function openHomes(control: TenantStore): Promise<HomeBook> {
  await control.migrate(homeCollections);
  return {
    homeOf: async (tenant) => homeIn(await control.findOne('tenant_homes', { resident: tenant }), tenant),
    onNews: (listener) => hearNews(control, listener),
    async abandon(live) {
      return commitControl(control, actor, async (tx) => {
        const rows = (await homesOf(tx, live)).filter((row) => row.movingTo !== null);
        for (const { id } of rows) await tx.update('tenant_homes', id, { movingTo: null, move: null });
        return ok(rows.map((row) => row.resident));
      });
    },
    async recognize(name, identity) {
      const known = await control.findOne('databases', { name });
      if (known?.['identity'] === identity) return null;
      if (known) return `the address of ${name} leads to another database than before`;
      const done = await control.commit(actor, async (tx) => {
        const twin = await tx.findOne('databases', { identity });
        if (twin)
          return refuse({ code: 'duplicate', message: `${name} and ${String(twin['name'])} are the same database` });
        if (!(await tx.findOne('databases', { name }))) await tx.create('databases', { name, identity });
        return ok(null);
      });
      return done.ok ? null : done.errors[0].message;
    },
  };
}

async function homesOf(tx: Pick<Transaction, 'find'>, live: string): Promise<readonly HomeRecord[]> {
  return (await tx.find('tenant_homes', {
    where: where({ live }),
    limit: twinsMax,
  })) as unknown as readonly HomeRecord[];
}

/** Reads the log on from where it was, at each commit to the control database. */
function hearNews(control: TenantStore, listener: (tenant: string, home: Home) => void): () => void {
  let cursor = -1;
  let head = 0;
  let reading = false;

  async function read(): Promise<void> {
    while (cursor < head) {
      const goal = head;
      const changes = await control.since(cursor, { limit: newsAtOnce, collections: ['tenant_homes'] });
      for (const { op, record } of changes) {
        const home = record as unknown as HomeRecord;
        if (op !== 'delete') listener(home.resident, home);
      }
      cursor = changes.length < newsAtOnce ? Math.max(goal, changes.at(-1)?.seq ?? 0) : changes.at(-1)!.seq;
    }
  }

  const look = (next: number) => {
    head = Math.max(head, next);
    if (reading || cursor < 0) return;
    reading = true;
    read()
      // Read again with the next change; whoever meets a fence looks by himself.
      .catch(() => {})
      .finally(() => {
        reading = false;
      });
  };
  const stop = control.onCommit(look);
  control.head().then(
    (now) => {
      // Whoever opens a tenant from here on reads where it lives.
      cursor = now;
      look(now);
    },
    () => {
      cursor = 0;
    },
  );
  return stop;
}

/** The new tenant's place: where least is stored, of those that answer. */
export async function roomiest(of: Databases): Promise<string> {
  const sizes = await Promise.all(
    of.names.map(async (name) => ({ name, bytes: await of.bytes(name).catch(() => null) })),
  );
  const answering = sizes.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
  return answering.sort((a, b) => a.bytes - b.bytes)[0]?.name ?? mainDatabase;
}

/** Inside the transaction that makes the tenant, or before anything of it is there. */
export async function settle(
  tx: Transaction,
  live: string,
  residents: readonly string[],
  database: string,
): Promise<void> {
  for (const resident of residents) {
    const known = await tx.findOne('tenant_homes', { resident });
    const values = { live, database, movingTo: null, move: null, formerly: null };
    if (known) await tx.update('tenant_homes', known.id, values);
    else await tx.create('tenant_homes', { resident, ...values });
  }
}

export async function vacate(control: TenantStore, residents: readonly string[]): Promise<void> {
  await commitControl(control, actor, async (tx) => {
    for (const resident of residents) {
      const known = await tx.findOne('tenant_homes', { resident });
      if (known) await tx.delete('tenant_homes', known.id);
    }
    return ok(null);
  });
}

/** Tenant → database, of all that the table speaks of. */
export async function allHomes(control: TenantStore): Promise<ReadonlyMap<string, string>> {
  const rows = (await control.find('tenant_homes', { limit: homesMax })) as unknown as readonly HomeRecord[];
  return new Map(rows.map(({ resident, database }) => [resident, database]));
}

export interface Whereabouts extends Home {
  readonly formerly: string | null;
}

export async function whereabouts(control: TenantStore, tenant: string): Promise<Whereabouts> {
  const known = (await control.findOne('tenant_homes', { resident: tenant })) as unknown as HomeRecord | null;
  return known ?? { ...homeIn(null, tenant), formerly: null };
}

/** @param move this move's own word: only who knows it may end it */
export async function beginMove(
  control: TenantStore,
  { live, residents, from }: Movers,
  to: string,
  move: string,
): Promise<void> {
  await commitControl(control, actor, async (tx) => {
    for (const resident of residents) {
      const known = await tx.findOne('tenant_homes', { resident });
      if (known) await tx.update('tenant_homes', known.id, { movingTo: to, move });
      else await tx.create('tenant_homes', { resident, live, database: from, movingTo: to, move, formerly: null });
    }
    return ok(null);
  });
}

export interface Movers {
  readonly live: string;
  /** The live tenant and its sandbox. */
  readonly residents: readonly string[];
  readonly from: string;
}

/** The moment of the move, for all twins at once. @returns false: it was ended by somebody else, or the tenant is gone */
export async function arrive(control: TenantStore, { live, residents }: Movers, move: string): Promise<boolean> {
  return commitControl(control, actor, async (tx) => {
    const rows = (await homesOf(tx, live)).filter((row) => row.move === move && row.movingTo !== null);
    if (!residents.every((resident) => rows.some((row) => row.resident === resident))) return ok(false);
    for (const { id, movingTo, database } of rows)
      await tx.update('tenant_homes', id, { database: movingTo, formerly: database, movingTo: null, move: null });
    return ok(true);
  });
}

/** @returns false: it is over, one way or the other */
export async function giveUp(control: TenantStore, live: string, move: string): Promise<boolean> {
  return commitControl(control, actor, async (tx) => {
    const rows = (await homesOf(tx, live)).filter((row) => row.move === move && row.movingTo !== null);
    for (const { id } of rows) await tx.update('tenant_homes', id, { movingTo: null, move: null });
    return ok(rows.length > 0);
  });
}

export async function noteTidied(control: TenantStore, live: string): Promise<void> {
  await commitControl(control, actor, async (tx) => {
    for (const { id } of await homesOf(tx, live)) await tx.update('tenant_homes', id, { formerly: null });
    return ok(null);
  });
}
