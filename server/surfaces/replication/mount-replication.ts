/** The replication surface on HTTP: pairing, tokens, snapshot, pull, push. Rules: shared/sync/SPEC.md. */
import { gunzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import type { Result } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { validate } from '#shared/schema/validate.ts';
import { challengeRequest, pairRequest, pushRequest, tokenRequest } from '#shared/sync/up.ts';
import type { Actor } from '../../access/actor.ts';
import type { Kiosks } from '../../access/kiosks.ts';
import type { Mount } from '../../http/door.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Platform } from '../../platform.ts';
import { pullChanges } from './pull-changes.ts';
import { type Peek, pushRows } from './push-rows.ts';
import { boundCondition, replicatedCollections, snapshotCollections } from './replica-view.ts';
import type { Snapshots, SnapshotSource } from './snapshots.ts';

const pullLimitMax = 1_000;

export interface ReplicationParts {
  readonly platform: Platform;
  readonly kiosks: Kiosks;
  readonly snapshots: Snapshots;
  /** The tenant's rows, for snapshots and for telling duplicates. */
  readonly source: (tenant: string) => Promise<SnapshotSource & { get: Peek }>;
}

function value<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RefusalError(result.errors);
}

function body<const F extends readonly Field[]>(fields: F, request: Request): ValuesOf<F> {
  return value(validate(fields, request.body ?? {}, { mode: 'create' }));
}

function integerParameter(url: URL, name: string, fallback: number, max: number): number {
  const text = url.searchParams.get(name);
  if (text === null) return fallback;
  if (!/^\d{1,15}$/.test(text)) throw refusal('invalid_value', `${name} must be a whole number of at least 0.`, { path: name });
  return Math.min(Number(text), max);
}

export function mountReplication({ platform, kiosks, snapshots, source }: ReplicationParts): Mount {
  const actorOf = (request: Request): Actor => must(request.actor, 'an identified request');
  const timeFor = (actor: Actor) => kiosks.time(actor.id);

  async function definitionFor(actor: Actor, name: string): Promise<CollectionDefinition> {
    const found = replicatedCollections(actor, await platform.registry(actor.tenant)).find((d) => d.name === name);
    if (!found) throw refusal('collection_unknown', `There is no replicated collection ${name} here.`);
    return found;
  }

  async function pull(request: Request, response: Response, definitions: readonly CollectionDefinition[]): Promise<void> {
    const actor = actorOf(request);
    const url = new URL(request.url, 'http://localhost');
    const checkpoint = { log: url.searchParams.get('log'), seq: integerParameter(url, 'seq', 0, Number.MAX_SAFE_INTEGER) };
    const limit = Math.max(1, integerParameter(url, 'limit', pullLimitMax, pullLimitMax));
    const answer = value(await pullChanges(actor, await platform.follow(actor), definitions, checkpoint, limit));
    response.setHeader('Cache-Control', 'no-store');
    response.json({ ...answer, time: timeFor(actor) });
  }

  async function manifest(request: Request, response: Response): Promise<void> {
    const actor = actorOf(request);
    const parts = snapshotCollections(actor, await platform.registry(actor.tenant)).map((definition) => ({
      definition,
      where: boundCondition(actor, definition),
    }));
    const snapshot = await snapshots.latest(scopeOf(actor), await source(actor.tenant), parts);
    const { id, log, seq, rows, chunks } = snapshot;
    response.setHeader('Cache-Control', 'no-store');
    response.json({ snapshot: id, log, seq, rows, chunks: chunks.length, time: timeFor(actor) });
  }

  function chunk(request: Request, response: Response): void {
    const snapshot = snapshots.find(scopeOf(actorOf(request)), String(request.params['snapshot']));
    if (!snapshot) throw refusal('snapshot_gone', 'This snapshot is no longer kept. Ask for a new one.');
    const packed = /^\d+$/.test(String(request.params['n'])) ? snapshot.chunks[Number(request.params['n'])] : undefined;
    if (!packed) throw refusal('not_found', `This snapshot has the chunks 0 to ${snapshot.chunks.length - 1}.`);
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Cache-Control', 'private, max-age=3600, immutable');
    response.vary('Accept-Encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      response.end(gunzipSync(packed));
      return;
    }
    response.setHeader('Content-Encoding', 'gzip');
    response.end(packed);
  }

  return {
    name: 'replication',
    mount(app, door) {
      app.post('/api/v1/kiosks/pair', door.json, async (request, response) => {
        response.json(value(await kiosks.pair(body(pairRequest, request))));
      });
      app.post('/api/v1/kiosks/challenge', door.json, (request, response) => {
        response.json({ nonce: kiosks.challenge(body(challengeRequest, request).kioskId) });
      });
      app.post('/api/v1/kiosks/token', door.json, async (request, response) => {
        response.json(value(await kiosks.token(body(tokenRequest, request))));
      });
      app.get('/api/v1/replication/snapshot', door.identified, manifest);
      app.get('/api/v1/replication/snapshot/:snapshot/:n', door.identified, chunk);
      app.get('/api/v1/replication/pull', door.identified, async (request, response) => {
        const actor = actorOf(request);
        await pull(request, response, snapshotCollections(actor, await platform.registry(actor.tenant)));
      });
      app.get('/api/v1/replication/:collection/pull', door.identified, async (request, response) => {
        await pull(request, response, [await definitionFor(actorOf(request), String(request.params['collection']))]);
      });
      app.post('/api/v1/replication/:collection/push', door.identified, door.json, async (request, response) => {
        const actor = actorOf(request);
        const definition = await definitionFor(actor, String(request.params['collection']));
        if (!definition.replicated?.push) throw refusal('not_writable', `${definition.labels.many} cannot be pushed.`);
        const { rows } = body(pushRequest, request);
        const rowsOf = await source(actor.tenant);
        const peek: Peek = (collection, id) => rowsOf.get(collection, id);
        response.json({ items: await pushRows(platform, peek, actor, definition, rows), time: timeFor(actor) });
      });
    },
  };
}

function scopeOf(actor: Actor): string {
  return `${actor.tenant}/${actor.kiosk?.event ?? '*'}`;
}
