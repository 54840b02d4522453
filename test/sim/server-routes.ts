/** The replication surface below HTTP: who asks, which function answers. What mount-replication.ts does with Express. */
import type { ServerRequest } from '#kiosk/sync/server-client.ts';
import type { Outcome } from '#server/core/collections/operation.ts';
import type { Modules } from '#server/core/collections/registry.ts';
import type { Platform } from '#server/core/platform.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import type { Kiosks } from '#server/identity/kiosks/kiosks.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { bulkWork } from '#server/surfaces/replication/bulk-work.ts';
import { pullChanges } from '#server/surfaces/replication/pull-changes.ts';
import { type Pusher, type PushRow, pushRows } from '#server/surfaces/replication/push-rows.ts';
import { relayedFor } from '#server/surfaces/replication/relayed-row.ts';
import { askedCollection, boundCondition, snapshotCollections } from '#server/surfaces/replication/replica-view.ts';
import type { Snapshots } from '#server/surfaces/replication/snapshots.ts';
import { isObject } from '#shared/base/json.ts';
import type { Refusal, Result } from '#shared/base/result.ts';
import { validate } from '#shared/schema/validate.ts';
import { challengeRequest, pushRequest, tokenRequest } from '#shared/sync/up.ts';
import type { WireAnswer } from './network.ts';

export interface RouteParts {
  readonly platform: Platform;
  readonly kiosks: Kiosks;
  readonly modules: Modules;
  readonly snapshots: Snapshots;
  readonly store: TenantStore;
}

/** As in mount-replication.ts. */
const pushesAtOnce = 2;
const pushesWaitingMax = 2_000;

type Answer = { readonly status: number; readonly body: unknown };

export function serverRoutes(parts: RouteParts): (request: ServerRequest) => Promise<WireAnswer> {
  const { platform, kiosks, modules, snapshots, store } = parts;
  const inTurn = bulkWork(pushesAtOnce, pushesWaitingMax);

  const refused = (errors: readonly Refusal[]): Answer => ({
    status: modules.statusOf(errors[0]!.code),
    body: { errors },
  });
  const answerOf = <T>(result: Result<T>): Answer =>
    result.ok ? { status: 200, body: result.value } : refused(result.errors);

  async function replicate(
    actor: Actor,
    request: ServerRequest,
    path: string,
    query: URLSearchParams,
  ): Promise<Answer> {
    const registry = await platform.registry(actor.tenant);
    const time = () => kiosks.time(actor.id);
    const [, , , , first = '', second, third] = path.split('/');
    if (first === 'pull' || second === 'pull') {
      const asked = first === 'pull' ? null : askedCollection(actor, registry, first, 'pull');
      if (asked?.ok === false) return refused(asked.errors);
      const definitions = asked ? [asked.value] : snapshotCollections(actor, registry);
      const checkpoint = { log: query.get('log'), seq: Number(query.get('seq')) };
      const answer = await pullChanges(
        actor,
        await platform.follow(actor),
        definitions,
        checkpoint,
        Number(query.get('limit')),
      );
      return answer.ok ? { status: 200, body: { ...answer.value, time: time() } } : refused(answer.errors);
    }
    if (first === 'snapshot') {
      const definitions = snapshotCollections(actor, registry);
      const scope = actor.kiosk!.event;
      if (second === undefined) {
        const wanted = definitions.map((definition) => ({ definition, where: boundCondition(actor, definition) }));
        const { id, log, seq, rows, chunks } = await snapshots.latest(scope, store, wanted);
        return { status: 200, body: { snapshot: id, log, seq, rows, chunks: chunks.length, time: time() } };
      }
      const chunk = snapshots.find(scope, second)?.chunks[Number(third)];
      if (!chunk) return refused([{ code: 'snapshot_gone', message: 'This snapshot is no longer kept.' }]);
      return { status: 200, body: JSON.parse(chunk.toString()) as unknown };
    }
    const definition = askedCollection(actor, registry, first, 'push');
    if (!definition.ok) return refused(definition.errors);
    const body = validate(pushRequest, request.body, { mode: 'create' });
    if (!body.ok) return refused(body.errors);
    const peek = (collection: string, id: string) => store.get(collection, id);
    const rows = body.value.rows as readonly PushRow[];
    const pusher: Pusher = { actor, run: (operation) => platform.run(actor, operation) };
    const pushed = await inTurn(() =>
      pushRows(pusher, peek, definition.value, rows, relayedFor(actor, definition.value.name, kiosks, platform)),
    );
    return pushed.ok ? { status: 200, body: { items: pushed.value, time: time() } } : refused(pushed.errors);
  }

  async function answer(request: ServerRequest): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.path, 'http://gatehouse.invalid');
    if (pathname === '/api/v1/kiosks/challenge') {
      const body = validate(challengeRequest, request.body, { mode: 'create' });
      return body.ok ? { status: 200, body: { nonce: kiosks.challenge(body.value.kioskId) } } : refused(body.errors);
    }
    if (pathname === '/api/v1/kiosks/token') {
      const body = validate(tokenRequest, request.body, { mode: 'create' });
      return body.ok ? answerOf(await kiosks.token(body.value)) : refused(body.errors);
    }
    const actor = await kiosks.identify(request.token ?? '');
    if (!actor.ok) return refused(actor.errors);
    if (pathname.startsWith('/api/v1/replication/')) return replicate(actor.value, request, pathname, searchParams);
    const action = pathname.replace('/api/v1/actions/', '');
    const outcome = await platform.run(actor.value, { verb: 'act', action, input: request.body });
    if (outcome.kind === 'refused') return refused(outcome.errors);
    return { status: 200, body: { ...answerBody(outcome), time: kiosks.time(actor.value.id) } };
  }

  return async (request) => {
    try {
      const { status, body } = await answer(request);
      return { status, text: JSON.stringify(body) };
    } catch (fault) {
      // Answers a fault as the request handler does: the client may try again.
      return { status: 500, text: JSON.stringify({ errors: [{ code: 'internal', message: String(fault) }] }) };
    }
  };
}

/** What an action answers, with or without words about the answer itself. */
function answerBody(outcome: Outcome): Record<string, unknown> {
  const value = outcome.kind === 'answer' ? outcome.value : null;
  const body = isObject(value) && 'body' in value ? value['body'] : value;
  return isObject(body) ? body : {};
}
