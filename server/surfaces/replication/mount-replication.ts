/** The replication surface on HTTP: pairing, tokens, snapshot, pull, push. Rules: shared/sync/SPEC.md. */
import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { validate } from '#shared/schema/validate.ts';
import { isBoxed } from '#shared/sync/signed-row.ts';
import { challengeRequest, pairRequest, previewRequest, pushRequest, tokenRequest } from '#shared/sync/up.ts';
import type { Caller, Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { callerOf } from '../../http/caller-of.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { Kiosks } from '../../identity/kiosks/kiosks.ts';
import { bulkWork } from './bulk-work.ts';
import { pullChanges } from './pull-changes.ts';
import { pushRows } from './push-rows.ts';
import { relayedFor } from './relayed-row.ts';
import { askedCollection, boundCondition, logOf, snapshotCollections } from './replica-view.ts';
import type { Peek } from './row-content.ts';
import type { SnapshotSource, Snapshots } from './snapshots.ts';
import { takenOf } from './taken-rows.ts';

const pullLimitMax = 1_000;
/** Maximum number of pushes in progress; their rows take turns at the writer with other writes. Each device sends one. */
const pushesAtOnce = 4;
const pushesWaitingMax = 2_000;

export interface ReplicationParts {
  readonly kiosks: Kiosks;
  readonly platform: Pick<Platform, 'run'>;
  readonly snapshots: Snapshots;
  /** The tenant's rows, for snapshots and to recognize duplicates. */
  readonly source: (tenant: string) => Promise<SnapshotSource & { get: Peek }>;
  /** Keeps signed rows on a server that takes rows up to another one; null or absent on any other server. */
  readonly signedRows?: SignedRows | null;
}

export interface SignedRow {
  readonly document: unknown;
  /** Null: the row was signed for a box. */
  readonly previous: number | null;
  readonly signature: string;
  /** This server heard it on the LAN itself; absent: a kiosk brought it. */
  readonly heard?: boolean;
}

/** SY25 at a box: rows are taken signed, and kept with their signatures before they are answered. */
export interface SignedRows {
  keep(tenant: string, collection: string, rows: readonly SignedRow[]): Promise<void>;
}

function body<const F extends readonly Field[]>(fields: F, request: Request): ValuesOf<F> {
  return valueOrRefusal(validate(fields, request.body ?? {}, { mode: 'create' }));
}

const pullParameters = ['log', 'seq', 'limit'];

interface PullRequest {
  readonly log: string | null;
  readonly seq: number;
  readonly limit: number;
}

function pullRequest(request: Request): PullRequest {
  const given = new URLSearchParams(queryTextOf(request));
  const unknown = [...given.keys()].find((name) => !pullParameters.includes(name))?.slice(0, 100);
  if (unknown !== undefined)
    throw refusal('unknown_parameter', `Unknown parameter ${unknown}.`, {
      path: unknown,
      detail: { allowed: pullParameters },
    });
  const whole = (name: string, fallback: number, min: number) => {
    const text = given.get(name);
    if (text === null) return fallback;
    if (!/^\d{1,15}$/.test(text) || Number(text) < min)
      throw refusal('invalid_value', `${name} must be a whole number of at least ${min}.`, { path: name });
    return Number(text);
  };
  return {
    log: given.get('log'),
    seq: whole('seq', 0, 0),
    limit: Math.min(whole('limit', pullLimitMax, 1), pullLimitMax),
  };
}

export function mountReplication({ kiosks, platform, signedRows, snapshots, source }: ReplicationParts): Mount {
  const timeFor = (actor: Actor) => kiosks.time(actor.id);
  const inTurn = bulkWork(pushesAtOnce, pushesWaitingMax);

  const heldDefinition = ({ actor, registry }: Caller, name: string, op: 'pull' | 'push') =>
    valueOrRefusal(askedCollection(actor, registry, name, op));

  async function pull(
    request: Request,
    response: Response,
    caller: Caller,
    definitions: readonly CollectionDefinition[],
  ): Promise<void> {
    const { actor } = caller;
    const { limit, ...checkpoint } = pullRequest(request);
    const answer = valueOrRefusal(await pullChanges(actor, caller.follow(), definitions, checkpoint, limit));
    response.json({ ...answer, time: timeFor(actor) });
  }

  const firstLoadOf = ({ actor, registry }: Caller) => snapshotCollections(actor, registry);

  async function manifest(request: Request, response: Response): Promise<void> {
    const caller = await callerOf(request);
    const { actor } = caller;
    const definitions = firstLoadOf(caller);
    const parts = definitions.map((definition) => ({ definition, where: boundCondition(actor, definition) }));
    const snapshot = await snapshots.latest(scopeOf(actor, definitions), await source(actor.tenant), parts);
    const { id, log, seq, rows, chunks } = snapshot;
    response.json({ snapshot: id, log: logOf(actor, log), seq, rows, chunks: chunks.length, time: timeFor(actor) });
  }

  async function chunk(request: Request, response: Response): Promise<void> {
    const caller = await callerOf(request);
    const scope = scopeOf(caller.actor, firstLoadOf(caller));
    const snapshot = await snapshots.fetch(scope, String(request.params['snapshot']));
    if (!snapshot) throw refusal('snapshot_gone', 'This snapshot is no longer available. Request a new one.');
    const packed = /^\d+$/.test(String(request.params['n'])) ? snapshot.chunks[Number(request.params['n'])] : undefined;
    if (!packed) throw refusal('not_found', `This snapshot has ${snapshot.chunks.length} chunks, counted from 0.`);
    response.setHeader('Content-Type', 'application/json');
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
    mount(app, steps) {
      app.post('/api/v1/kiosks/pair', steps.json, async (request, response) => {
        response.json(valueOrRefusal(await kiosks.pair(body(pairRequest, request))));
      });
      app.post('/api/v1/kiosks/pairing-preview', steps.json, async (request, response) => {
        response.json(valueOrRefusal(await kiosks.preview(body(previewRequest, request).pairingCode)));
      });
      app.post('/api/v1/kiosks/challenge', steps.json, (request, response) => {
        response.json({ nonce: kiosks.challenge(body(challengeRequest, request).kioskId) });
      });
      app.post('/api/v1/kiosks/token', steps.json, async (request, response) => {
        response.json(valueOrRefusal(await kiosks.token(body(tokenRequest, request))));
      });
      app.get('/api/v1/replication/snapshot', steps.identified, manifest);
      app.get('/api/v1/replication/snapshot/:snapshot/:n', steps.identified, chunk);
      app.get('/api/v1/replication/pull', steps.identified, async (request, response) => {
        const caller = await callerOf(request);
        await pull(request, response, caller, firstLoadOf(caller));
      });
      app.get('/api/v1/replication/:collection/pull', steps.identified, async (request, response) => {
        const caller = await callerOf(request);
        await pull(request, response, caller, [heldDefinition(caller, String(request.params['collection']), 'pull')]);
      });
      app.post('/api/v1/replication/:collection/push', steps.identified, steps.json, async (request, response) => {
        const caller = await callerOf(request);
        const { actor, registry } = caller;
        const known = heldDefinition(caller, String(request.params['collection']), 'push');
        // A field that a person names but may not see is refused, not ignored: the whole definition knows its name.
        const whole = registry.collections.get(known.name);
        const definition = actor.kiosk ? known : (whole ?? known);
        if (!definition.replicated?.push) throw refusal('not_writable', `${definition.labels.many} cannot be pushed.`);
        const { rows } = body(pushRequest, request);
        const rowsOf = await source(actor.tenant);
        const peek: Peek = (collection, id) => rowsOf.get(collection, id);
        const pusherOf = relayedFor(actor, definition.name, kiosks, platform);
        const mustSign = signedRows && isBoxed(definition.name) ? 'signed' : 'as it is';
        const pushed = await inTurn(() => pushRows(caller, peek, definition, rows, pusherOf, mustSign));
        const items = valueOrRefusal(pushed);
        await signedRows?.keep(actor.tenant, definition.name, takenOf(rows, items));
        response.json({ items, time: timeFor(actor) });
      });
    },
  };
}

/** Returns the key of a shared snapshot: equal for actors that may hold the same fields of the same records and collections. */
function scopeOf(actor: Actor, definitions: readonly CollectionDefinition[]): string {
  const { kiosk } = actor;
  const who = kiosk ? `${kiosk.event} ${kiosk.role} ${kiosk.exhibitor ?? ''}` : '*';
  return [actor.tenant, who, ...definitions.map(shapeOf)].join('/');
}

/** A definition is one object for all who see the same of it, and asked for with every chunk. */
const shapes = new WeakMap<CollectionDefinition, string>();

function shapeOf(definition: CollectionDefinition): string {
  const known = shapes.get(definition);
  if (known !== undefined) return known;
  const shape = `${definition.name}-${hash('sha256', JSON.stringify(definition.fields), 'base64url').slice(0, 12)}`;
  shapes.set(definition, shape);
  return shape;
}
