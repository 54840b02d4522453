/**
 * Every operation of a tenant with all modules, called by every kind of caller without rights to it: each is refused,
 * no stranger sees data of the tenant, and no data change. What has no row is red. The second store is asked for some
 * of it; by hand for all, with `MATRIX_WHOLE=1`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change, TenantStore } from '#server/store/contract.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { openClient, patient, refusalOf } from '../server/modules/documents/stock-client.ts';
import { collabRows } from './collab-rows.ts';
import { type GraphqlDocument, graphqlDocuments, graphqlRows } from './graphql-rows.ts';
import { matrixRows, type Row, scopeless } from './matrix-rows.ts';
import { type Asker, type MatrixSite, openMatrixSite } from './matrix-site.ts';
import { type McpRow, mcpRows } from './mcp-rows.ts';
import { type ReplicationRow, replicationRows } from './replication-rows.ts';

const isId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Actors of the platform's own work; no actor from outside has such a name. */
const isOurs = /^(?:system|follower|job):/;
const changesMax = 5_000;
const sampled = 11;
const sampledTools = 4;
/** Of what leads to records; the first store is asked for all of it. */
const sampledThere = 3;
/** An operation again at another address, and what reads the log as the first store's rows are enough for. */
const otherAddress = /\.\d$|^(?:versions|restore)_/;

const scopesOf = ({ needs }: Row) => (typeof needs === 'object' ? needs.scopes : []);

/** The same row with unknown ids, and the function that renames the ids in a text. */
function lostIds(row: Row): { readonly row: Row; renamed(text: string): string } {
  const renamed = (text: string) => text.replaceAll(isId, (id) => `${id.slice(0, 24)}${'f'.repeat(12)}`);
  return { row: { ...row, path: renamed(row.path), body: row.body && renamed(row.body) }, renamed };
}

async function rowCounts(store: TenantStore): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const name of await store.collections()) counts.set(name, await store.count(name));
  return counts;
}

describe.each(['SQLite', 'PostgreSQL'])('%s', (name) => {
  let site: MatrixSite;
  let rows: readonly Row[];
  let without: readonly string[];
  let before: { readonly head: number; readonly counts: ReadonlyMap<string, number> };
  const theirs = new Set<string>();

  beforeAll(async () => {
    site = await openMatrixSite(name === 'SQLite' ? {} : { DATABASE_URL: await (await postgres()).database('matrix') });
    ({ rows, without } = matrixRows(site.document, site.ids));
    const { store } = site;
    // Followers may still be at work on what was made: count at a moment when the log stood still.
    for (let head = -1; head !== (await store.head()); ) {
      head = await store.head();
      before = { head, counts: await rowCounts(store) };
    }
    for (const collection of await store.collections())
      for await (const page of store.walk(collection)) for (const { id } of page) theirs.add(id);
  });
  afterAll(() => site?.close());

  test('every operation has a row, and every row an operation', () => {
    expect(without).toEqual([]);
    const names = new Set(rows.map((row) => row.id));
    expect(Object.keys(scopeless).filter((id) => !names.has(id))).toEqual([]);
    expect(rows.length).toBeGreaterThan(900);
    expect(rows.filter((row) => row.toRecord).length).toBeGreaterThan(500);
    expect(theirs.size).toBeGreaterThan(100);
  });

  /** Where the asker is answered otherwise than expected, with what it was answered. */
  async function wrong(
    asker: Asker,
    asked: readonly Row[],
    isRight: (row: Row, status: number, text: string) => boolean | Promise<boolean>,
  ): Promise<readonly string[]> {
    const found: string[] = [];
    for (const row of asked) {
      const { status, text } = await site.ask(row, asker);
      if (!(await isRight(row, status, text))) found.push(`${row.method} ${row.path}: ${status} ${text.slice(0, 200)}`);
    }
    return found;
  }
  const isWhole = name === 'SQLite' || process.env['MATRIX_WHOLE'] === '1';
  /** Who asks is decided before the tenant's store is opened: on the second one, some rows of each kind will do. */
  const guarded = () => rows.filter((row, n) => row.needs !== 'nothing' && (isWhole || n % sampled === 0));
  const leadsThere = (row: Row) => (row.toRecord || row.namesRecords) && !otherAddress.test(row.id);
  const leadingThere = () =>
    isWhole ? rows : rows.filter((row) => leadsThere(row)).filter((_, n) => n % sampledThere === 0);

  test('what is open to everyone never breaks', async () => {
    const open = rows.filter((row) => row.needs === 'nothing');
    expect(await wrong('no credential', open, (_, status) => status < 500)).toEqual([]);
  });

  test.each(['no credential', 'revoked key', 'expired key', 'removed user'] as const)('%s: 401', async (asker) => {
    expect(await wrong(asker, guarded(), (_, status) => status === 401)).toEqual([]);
  });

  test('a key without the scope: 403', async () => {
    const expected = (row: Row) => (row.needs === 'a credential' ? (scopeless[row.id] ?? 0) : 403);
    expect(await wrong('key without scope', guarded(), (row, status) => status === expected(row))).toEqual([]);
  });

  test('a viewer: 403 where something is written or administered', async () => {
    const reads = (row: Row) => scopesOf(row).some((scope) => scope.endsWith(':read') && !scope.startsWith('admin:'));
    const asked = guarded().filter((row) => typeof row.needs === 'object');
    const isRight = (row: Row, status: number) => (reads(row) ? status !== 401 && status < 500 : status === 403);
    expect(await wrong('viewer', asked, isRight)).toEqual([]);
  });

  test('the owner of another tenant: 404 for what is there, no id that it did not send, no relation to it', async () => {
    const isRight = async (row: Row, status: number, text: string) => {
      const sent = row.path + (row.body ?? '');
      const shown = [...text.matchAll(isId)].filter(([id]) => theirs.has(id) && !sent.includes(id));
      if (shown.length > 0 || status >= 500) return false;
      if (!row.toRecord && !row.namesRecords) return true;
      if (status < 400) return false;
      if (status === 404 || status === 403) return true;
      // Refused for something else: then as it is refused for what never was.
      const lost = lostIds(row);
      const missing = await site.ask(lost.row, 'stranger');
      return missing.status === status && missing.text === lost.renamed(text);
    };
    const asked = leadingThere().filter((row) => row.needs !== 'nothing' && row.id !== 'auth.change_password');
    expect(await wrong('stranger', asked, isRight)).toEqual([]);
  });

  describe('GraphQL', () => {
    const asked = async ({ body }: GraphqlDocument, asker: Asker) => {
      const request = { id: 'graphql', method: 'post', path: '/graphql', body, type: 'application/json' } as const;
      const { status, text } = await site.ask(
        { ...request, needs: 'nothing', toRecord: false, namesRecords: false },
        asker,
      );
      const { data, errors = [] } = JSON.parse(text) as {
        readonly data?: Readonly<Record<string, unknown>>;
        readonly errors?: readonly {
          readonly path?: readonly string[];
          readonly extensions?: { readonly code: string };
        }[];
      };
      return {
        status,
        data: data ?? {},
        codeOf: (name: string) => errors.find((one) => one.path?.[0] === name)?.extensions?.code,
      };
    };
    let documents: readonly GraphqlDocument[];

    beforeAll(async () => {
      const { directory, platform } = site.house.admin;
      const tenant = await directory.bySlug('victim');
      if (!tenant) throw new Error('no tenant');
      const all = graphqlDocuments(graphqlRows(await platform.registry(tenant.id), site.ids));
      // On the second store, what the first one's rows say of who may do what need not be said again.
      documents = isWhole ? all : all.filter((_, n) => n % sampled === 0);
      if (isWhole) expect(all.flatMap((one) => one.rows).length).toBeGreaterThan(500);
    });

    test.each(['no credential', 'revoked key', 'expired key', 'removed user'] as const)('%s: 401', async (asker) => {
      for (const document of documents.filter((_, n) => n % sampled === 0))
        expect(await asked(document, asker)).toMatchObject({ status: 401, data: {} });
    });

    test('a key without the scope: refused field by field', async () => {
      for (const document of documents) {
        const { codeOf, data } = await asked(document, 'key without scope');
        for (const { isPublic, name } of document.rows)
          if (!isPublic) expect([name, data[name], codeOf(name)]).toEqual([name, null, 'insufficient_scope']);
      }
    });

    test('a viewer: nothing is written', async () => {
      for (const document of documents.filter(({ kind }) => kind === 'mutation')) {
        const { codeOf, data } = await asked(document, 'viewer');
        for (const { isPublic, name } of document.rows)
          if (!isPublic) expect([name, data[name], codeOf(name)]).toEqual([name, null, 'insufficient_scope']);
      }
    });

    test('the owner of another tenant: no record that is there', async () => {
      for (const document of documents) {
        const { data, status } = await asked(document, 'stranger');
        expect(status).toBe(200);
        const shown = [...JSON.stringify(data).matchAll(isId)].filter(([id]) => theirs.has(id));
        expect([document.rows.map(({ name }) => name), shown]).toEqual([expect.anything(), []]);
      }
    });
  });

  describe('MCP', () => {
    let tools: readonly McpRow[];
    const asked = async ({ body }: McpRow, asker: Asker) => {
      const request = {
        id: 'mcp',
        method: 'post',
        path: '/mcp?mode=registry',
        body,
        type: 'application/json',
      } as const;
      const { status, text } = await site.ask(
        { ...request, needs: 'nothing', toRecord: false, namesRecords: false },
        asker,
      );
      const { result } = JSON.parse(text) as {
        readonly result?: { readonly isError?: boolean; readonly structuredContent?: { readonly errors?: unknown } };
      };
      return { status, text, isError: result?.isError === true, errors: result?.structuredContent?.errors };
    };
    const notThere = [expect.objectContaining({ code: 'not_found', path: 'tool' })];

    beforeAll(async () => {
      const { directory, platform } = site.house.admin;
      const tenant = await directory.bySlug('victim');
      if (!tenant) throw new Error('no tenant');
      const all = mcpRows(await platform.registry(tenant.id), site.ids);
      expect(all.length).toBeGreaterThan(400);
      // The same few functions make all of them.
      tools = all.filter((_, n) => n % (isWhole ? sampledTools : sampled) === 0);
    });

    test.each(['no credential', 'revoked key', 'expired key', 'removed user'] as const)('%s: 401', async (asker) => {
      for (const tool of tools.filter((_, n) => n % sampled === 0))
        expect(await asked(tool, asker)).toMatchObject({ status: 401 });
    });

    test('a key without the scope: there is no such tool', async () => {
      for (const tool of tools.filter(({ isPublic }) => !isPublic))
        expect([tool.name, (await asked(tool, 'key without scope')).errors]).toEqual([tool.name, notThere]);
    });

    test('a viewer: there is no tool that writes', async () => {
      for (const tool of tools.filter(({ isPublic, writes }) => writes && !isPublic))
        expect([tool.name, (await asked(tool, 'viewer')).errors]).toEqual([tool.name, notThere]);
    });

    test('the owner of another tenant: no record that is there', async () => {
      for (const tool of tools) {
        const { isError, status, text } = await asked(tool, 'stranger');
        const shown = [...text.matchAll(isId)].filter(([id]) => theirs.has(id) && !tool.body.includes(id));
        expect([tool.name, status, shown]).toEqual([tool.name, 200, []]);
        if (tool.toRecord) expect([tool.name, isError]).toEqual([tool.name, true]);
      }
    });
  });

  describe('documents that several write', () => {
    let paths: readonly string[];
    const refused = async (asker: Asker, status: number, asked = paths) => {
      const [wrong, credential] = [[] as string[], site.credentialOf(asker)];
      const headers = credential === null ? {} : { authorization: `Bearer ${credential}` };
      for (const path of asked) {
        const answer = await refusalOf(site.house.url, path, { headers });
        if (answer?.status !== status) wrong.push(`${path}: ${answer?.status} ${answer?.codes}`);
      }
      return wrong;
    };

    beforeAll(async () => {
      const { directory, platform } = site.house.admin;
      const tenant = await directory.bySlug('victim');
      if (!tenant) throw new Error('no tenant');
      const all = collabRows(await platform.registry(tenant.id), site.ids);
      expect(all.length).toBeGreaterThan(80);
      paths = isWhole ? all : all.filter((_, n) => n % sampled === 0);
    });

    test.each(['no credential', 'revoked key', 'expired key', 'removed user'] as const)('%s: 401', async (asker) => {
      // Who asks is decided before it is looked at what for.
      const some = paths.filter((_, n) => n % sampledTools === 0);
      expect(await refused(asker, 401, some)).toEqual([]);
    });

    test('a key without the scope: 403; the owner of another tenant: 404', async () => {
      expect(await refused('key without scope', 403)).toEqual([]);
      expect(await refused('stranger', 404)).toEqual([]);
    });

    test('a viewer: comes in, and what it writes is dropped', async () => {
      const path = `venues/${site.ids.get('venues')}/title`;
      const viewer = openClient(path, { url: site.house.url, key: site.credentialOf('viewer') });
      let denied = 0;
      viewer.provider.messageHandlers[2] = () => {
        denied++;
      };
      try {
        await viewer.synced();
        viewer.text.insert(0, 'Mine ');
        await expect.poll(() => denied, patient).toBeGreaterThan(0);
      } finally {
        viewer.close();
      }
    });
  });

  describe('replication', () => {
    let rows: readonly ReplicationRow[];
    const of = (kind: ReplicationRow['kind']) => rows.filter((row) => row.kind === kind);
    const bodyOf = (text: string) => JSON.parse(text) as Readonly<Record<string, unknown>>;
    const outcomes = (text: string) =>
      (bodyOf(text)['items'] as readonly { readonly outcome: string }[]).map(({ outcome }) => outcome);
    const refusedAll = ['refused', 'refused', 'refused'];

    beforeAll(async () => {
      const { directory, platform } = site.house.admin;
      const tenant = await directory.bySlug('victim');
      if (!tenant) throw new Error('no tenant');
      rows = await replicationRows(site, await platform.registry(tenant.id));
      expect([of('pull').length > 15, of('push').length > 3, of('first load').length > 2]).toEqual([true, true, true]);
      // The same few lines pull all collections.
      if (!isWhole) rows = rows.filter(({ kind }, n) => kind !== 'pull' || n % sampledTools === 0);
    });

    test.each(['no credential', 'revoked key', 'expired key', 'removed user'] as const)('%s: 401', async (asker) => {
      expect(await wrong(asker, rows, (_, status) => status === 401)).toEqual([]);
    });

    test('a key without the scope: no collection, no records, no chunk of those who have it', async () => {
      const isRight = ({ id }: Row, status: number, text: string) => {
        if (id === 'replication.pull') return status === 200 && `${bodyOf(text)['documents']}` === '';
        if (id === 'replication.snapshot') return status === 200 && bodyOf(text)['rows'] === 0;
        return status === (id === 'replication.chunk' ? 410 : 404);
      };
      expect(await wrong('key without scope', rows, isRight)).toEqual([]);
    });

    test('a viewer: holds what it may read, and nothing that it pushes is taken', async () => {
      const isRight = ({ kind }: ReplicationRow, status: number, text: string) =>
        status === 200 && (kind !== 'push' || `${outcomes(text)}` === `${refusedAll}`);
      expect(await wrong('viewer', rows, (row, ...answer) => isRight(row as ReplicationRow, ...answer))).toEqual([]);
    });

    test('the owner of another tenant: no record, no chunk, and nothing taken that names what is not theirs', async () => {
      const isRight = (row: ReplicationRow, status: number, text: string) => {
        const shown = [...text.matchAll(isId)].filter(([id]) => theirs.has(id) && !(row.body ?? '').includes(id));
        if (shown.length > 0 || status >= 500) return false;
        if (row.id === 'replication.chunk') return status === 410;
        // What is not there is as good as deleted; nothing else is taken.
        return row.kind !== 'push' || status === 404 || !outcomes(text).includes('accepted');
      };
      expect(await wrong('stranger', rows, (row, ...answer) => isRight(row as ReplicationRow, ...answer))).toEqual([]);
    });
  });

  test('nothing has changed but by the platform itself', async () => {
    const { store } = site;
    let changes: readonly Change[] = [];
    let counts: ReadonlyMap<string, number> = new Map();
    for (let head = -1; head !== (await store.head()); ) {
      head = await store.head();
      counts = await rowCounts(store);
      changes = await store.since(before.head, { limit: changesMax });
    }
    expect(changes.length).toBeLessThan(changesMax);
    expect(changes.filter(({ actor }) => !isOurs.test(actor))).toEqual([]);
    const expected = new Map(before.counts);
    for (const { collection, op } of changes) {
      const by = op === 'create' ? 1 : op === 'delete' ? -1 : 0;
      expected.set(collection, (expected.get(collection) ?? 0) + by);
    }
    expect(counts).toEqual(expected);
  });
});
