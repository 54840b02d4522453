/**
 * Tenants over several PostgreSQL databases: each in one of them, as the table in the first says. A database that is
 * lost takes its own tenants with it, the first one everybody. Opened by assemble.ts; with one database it hands on.
 */
import { must } from '#shared/base/assert.ts';
import { type Store, StoreFault, type TenantStore } from '../contract.ts';
import { type Databases, type Home, type HomeBook, mainDatabase } from '../databases.ts';
import { ask, connectAlone } from './connection.ts';
import { copySchema } from './copy-schema.ts';
import { dropFence, raiseFence, withTables } from './fence.ts';
import { identityOf } from './identity.ts';
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './open-store.ts';
import { PlacedTenant } from './placed-tenant.ts';
import { Watch } from './watch.ts';

export interface PlacedStoreOptions extends PostgresStoreOptions {
  /** Name → address, of the databases beside the main one, which `url` leads to. */
  readonly others: ReadonlyMap<string, string>;
  /** The tenant whose schema is the control database; always in the main one. */
  readonly control: string;
  readonly openBook: (control: TenantStore) => Promise<HomeBook>;
}

/** How often one tenant is looked after where a fence was met. */
const settleMs = 1_000;

export function openPlacedStore(options: PlacedStoreOptions): Store {
  const { others, control, openBook, newId } = options;
  const urls = new Map([[mainDatabase, options.url], ...others]);
  const stores = new Map([...urls].map(([name, url]) => [name, openPostgresStore({ ...options, url })]));
  const main = must(stores.get(mainDatabase), 'the main database');
  const watches = new Map([...urls].map(([name, url]) => [name, new Watch(name, url)]));
  const recognized = new Map<string, Promise<PostgresStore>>();
  const tenants = new Map<string, Promise<PlacedTenant>>();
  const open = new Map<string, PlacedTenant>();
  const turns = new Map<string, Promise<void>>();
  const settled = new Map<string, number>();
  let book: Promise<HomeBook> | null = null;
  let stopNews: (() => void) | null = null;
  let closed = false;
  if (others.size > 0) for (const watch of watches.values()) watch.start();

  function theBook(): Promise<HomeBook> {
    book ??= main.tenant(control).then(openBook);
    book.then(
      (opened) => {
        stopNews ??= opened.onNews((id, home) => {
          const tenant = open.get(id);
          if (tenant && !closed) void inTurn(id, () => apply(tenant, home)).catch(() => {});
        });
      },
      () => {
        book = null;
      },
    );
    return book;
  }

  /** What concerns one tenant's place happens one after another. */
  function inTurn(id: string, work: () => Promise<void>): Promise<void> {
    const done = (turns.get(id) ?? Promise.resolve()).then(work);
    const rest = done.catch(() => {});
    turns.set(id, rest);
    void rest.then(() => {
      if (turns.get(id) === rest) turns.delete(id);
    });
    return done;
  }

  /** Of the main one, whoever asks finds out himself: nobody is spared anything, and it may answer again. */
  function whyDown(name: string): string | null {
    return name === mainDatabase ? null : (watches.get(name)?.state.reason ?? null);
  }

  function named(name: string): PostgresStore {
    const store = stores.get(name);
    if (store === undefined) throw new StoreFault(`there is no database ${name} here: DATABASES does not name it`);
    const reason = whyDown(name);
    if (reason !== null) throw new StoreFault(`the database ${name} does not answer: ${reason}`);
    return store;
  }

  /** Is it the one it was? Where there is only one, nobody can have mistaken it. */
  function trusted(name: string): Promise<PostgresStore> {
    const known = recognized.get(name);
    if (known !== undefined) {
      named(name);
      return known;
    }
    const asked = (async () => {
      const store = named(name);
      if (others.size === 0) return store;
      const identity = await store.alone((client) => identityOf(client, store.sharedSchema, newId));
      const wrong = await (await theBook()).recognize(name, identity);
      if (wrong !== null) throw new StoreFault(wrong);
      return store;
    })();
    recognized.set(name, asked);
    asked.catch(() => recognized.delete(name));
    return asked;
  }

  async function apply(tenant: PlacedTenant, home: Home): Promise<void> {
    const former = tenant.home.database;
    if (home.database === former) return tenant.stay(home);
    const inner = await (await trusted(home.database)).tenant(tenant.tenant);
    tenant.changeOver(inner, home);
    await stores.get(former)?.release(tenant.tenant);
  }

  async function look(tenant: PlacedTenant): Promise<void> {
    await inTurn(tenant.tenant, async () => apply(tenant, await (await theBook()).homeOf(tenant.tenant)));
  }

  function settleSoon(tenant: PlacedTenant): void {
    const id = tenant.tenant;
    if (closed || performance.now() - (settled.get(id) ?? -settleMs) < settleMs) return;
    settled.set(id, performance.now());
    settle(tenant).catch(() => {});
  }

  /** Where nobody moves it, a fence that stands is of somebody who was killed. */
  async function settle(tenant: PlacedTenant): Promise<void> {
    await look(tenant);
    const letGo = await hold(tenant.home.live);
    if (letGo === null) return;
    try {
      const opened = await theBook();
      const abandoned = await opened.abandon(tenant.home.live);
      for (const id of new Set([...abandoned, tenant.tenant])) {
        const { database } = await opened.homeOf(id);
        const store = await trusted(database);
        await store.alone((client) => dropFence(client, store.schemaOf(id)));
      }
    } finally {
      await letGo();
    }
    await look(tenant);
  }

  async function hold(live: string): Promise<(() => Promise<void>) | null> {
    const client = await connectAlone(options.url, 'move');
    const text = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0))';
    const [row] = await ask(client, { text, values: [`${main.sharedSchema} move ${live}`] });
    const letGo = () => client.end().catch(() => {});
    if (row?.[0] === true) return letGo;
    await letGo();
    return null;
  }

  async function openTenant(id: string): Promise<PlacedTenant> {
    const home = await (await theBook()).homeOf(id);
    const inner = await (await trusted(home.database)).tenant(id);
    const tenant = new PlacedTenant({ whyDown, look, settleSoon }, inner, home);
    open.set(id, tenant);
    // It may have moved while it was being opened; news of it found nobody here.
    if (others.size > 0) await look(tenant);
    return tenant;
  }

  const databases: Databases = {
    names: [...urls.keys()],
    states: () => [...watches.values()].map((watch) => watch.state),
    async bytes(name) {
      const text = 'SELECT pg_database_size(current_database())';
      const [row] = await (await trusted(name)).alone((client) => ask(client, { text, values: [] }));
      return Number(row?.[0]);
    },
    hold,
    async fence(name, tenant) {
      const store = await trusted(name);
      await store.alone((client) => raiseFence(client, store.schemaOf(tenant)));
    },
    async unfence(name, tenant) {
      const store = await trusted(name);
      await store.alone((client) => dropFence(client, store.schemaOf(tenant)));
    },
    async copy(tenant, from, to) {
      const [source, target] = [await trusted(from), await trusted(to)];
      await target.release(tenant);
      return source.alone((s) => target.alone((t) => copySchema(s, t, source.schemaOf(tenant))));
    },
    async bury(name, tenant) {
      const store = await trusted(name);
      const schema = store.schemaOf(tenant);
      await store.alone(async (client) => {
        const text = `SELECT quote_ident(relname) FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r' AND relname <> '_meta'`;
        await withTables(client, async () => {
          const tables = (await ask(client, { text, values: [schema] })).map(([name]) => `${schema}.${String(name)}`);
          if (tables.length > 0) await client.query(`DROP TABLE ${tables.join(', ')} CASCADE`);
        });
      });
    },
    async discard(name, tenant) {
      await (await trusted(name)).drop(tenant);
    },
  };

  return {
    shelf: main.shelf ?? null,
    quota: main.quota ?? null,
    databases,
    tenant(id) {
      if (closed) return Promise.reject(new StoreFault('the store is closed'));
      if (id === control) return main.tenant(id);
      const known = tenants.get(id);
      if (known !== undefined) return known;
      const opening = openTenant(id);
      tenants.set(id, opening);
      // A failed opening is tried again by the next caller instead of being remembered.
      opening.catch(() => {
        tenants.delete(id);
        open.delete(id);
      });
      return opening;
    },
    async drop(id) {
      if (id === control) return main.drop(id);
      const { database } = await (await theBook()).homeOf(id);
      tenants.delete(id);
      open.delete(id);
      await (await trusted(database)).drop(id);
      // Stones of earlier moves; where a database does not answer, one more stays.
      for (const name of others.size > 0 ? urls.keys() : [])
        if (name !== database) await databases.discard(name, id).catch(() => {});
    },
    longReads: () => [...stores.values()].reduce((sum, store) => sum + store.longReads(), 0),
    waiting: () => [...stores.values()].reduce((sum, store) => sum + store.waiting(), 0),
    async close() {
      closed = true;
      stopNews?.();
      await Promise.all([...watches.values()].map((watch) => watch.close()));
      await Promise.all([...turns.values()]);
      await Promise.all([...stores.values()].map((store) => store.close()));
    },
  };
}
