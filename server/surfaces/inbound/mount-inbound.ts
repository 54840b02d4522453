/**
 * Requests that prove themselves by a signature over their raw body (a payment processor's webhook). The proof comes
 * first; then the tenant is found by the record the body speaks of. Only what is proven makes us look.
 */
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import type { Clock } from '#shared/base/time.ts';
import type { TenantClue } from '#shared/schema/definition.ts';
import type { ModuleAction, SignedMessage } from '../../core/collections/module.ts';
import type { Platform } from '../../core/platform.ts';
import { answerOutcome } from '../../http/answer-outcome.ts';
import type { Mount } from '../../http/door.ts';
import type { Log } from '../../http/log.ts';
import { RefusalError } from '../../http/refusal-error.ts';

/** Which tenant a message belongs to: given by the start, because no actor is known yet. */
export interface TenantFinder {
  holding(clue: Pick<TenantClue, 'collection' | 'field'>, text: string, sandbox: boolean): Promise<string | null>;
  /** The only tenant that has this collection, where there is just one: it keeps what matches nobody. */
  only(collection: string, sandbox: boolean): Promise<string | null>;
}

export interface InboundParts {
  readonly platform: Platform;
  readonly tenants: TenantFinder;
  readonly actions: readonly ModuleAction[];
  readonly clock: Clock;
  readonly log: Log;
}

function at(value: unknown, dottedPath: string): unknown {
  let current = value;
  for (const name of dottedPath.split('.')) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

function messageOf(request: Request): SignedMessage {
  const headers = Object.entries(request.headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { rawBody: request.rawBody?.toString('utf8') ?? '', headers: Object.fromEntries(headers) };
}

export function mountInbound({ platform, tenants, actions, clock, log }: InboundParts): Mount {
  async function tenantOf(clues: readonly TenantClue[], request: Request): Promise<string | null> {
    for (const clue of clues) {
      const text = at(request.body, clue.bodyPath);
      const held = typeof text === 'string' ? await tenants.holding(clue, text, request.sandbox) : null;
      if (held) return held;
    }
    const [first] = clues;
    return first ? tenants.only(first.collection, request.sandbox) : null;
  }

  async function take({ definition, proof }: ModuleAction, request: Request, response: Response): Promise<void> {
    const { signed, status } = must(definition.http, 'the binding of a signed action');
    const { tenantBy } = must(signed, 'how it is signed');
    const message = messageOf(request);
    const wrong = must(proof, `the proof of ${definition.name}`)(message, clock());
    // 400 and not 401: there is no credential to renew here.
    if (wrong) throw new RefusalError([wrong], { status: 400 });
    const tenant = await tenantOf(tenantBy, request);
    if (!tenant) {
      log.warn('a signed message belongs to no tenant here', { action: definition.name, request: request.id });
      response.status(status ?? 200).json({ received: true });
      return;
    }
    const actor = {
      tenant,
      kind: 'public',
      id: 'inbound',
      scopes: new Set([definition.scope]),
      roles: new Set<string>(),
    } as const;
    answerOutcome(
      request,
      response,
      await platform.run(actor, { verb: 'act', action: definition.name, input: message }),
      status,
    );
  }

  return {
    name: 'inbound',
    mount(app, door) {
      for (const action of actions) {
        const { http } = action.definition;
        if (!http?.signed) continue;
        app.post([...http.paths, ...http.paths.map((p) => `/api/v1${p}`)], door.json, (request, response) =>
          take(action, request, response),
        );
      }
    },
  };
}
