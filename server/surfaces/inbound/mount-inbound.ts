/**
 * Requests that prove themselves by a signature over their raw body (a payment processor's webhook). The tenant is
 * found by the record the body speaks of; the action itself checks the signature before it believes a word.
 */
import type { Request, Response } from 'express';
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import type { ActionDefinition } from '#shared/schema/definition.ts';
import { answerOutcome } from '../../http/answer-outcome.ts';
import type { Mount } from '../../http/door.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Platform } from '../../platform.ts';

/** Which tenants there are and whether one holds a record: given by the start, because no actor is known yet. */
export interface TenantFinder {
  holding(collection: string, id: string, sandbox: boolean): Promise<string | null>;
  /** Where messages that match nobody are kept: the first tenant with that collection. */
  fallback(collection: string, sandbox: boolean): Promise<string | null>;
}

function at(value: unknown, dottedPath: string): unknown {
  let current = value;
  for (const name of dottedPath.split('.')) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

export function mountInbound(platform: Platform, tenants: TenantFinder, actions: readonly ActionDefinition[]): Mount {
  return {
    name: 'inbound',
    mount(app, door) {
      for (const action of actions) {
        const { http } = action;
        if (!http?.signed) continue;
        const { tenantBy } = http.signed;
        app.post([...http.paths, ...http.paths.map((p) => `/api/v1${p}`)], door.json, async (request: Request, response: Response) => {
          const id = at(request.body, tenantBy.bodyPath);
          const tenant =
            (isId(id) ? await tenants.holding(tenantBy.collection, id, request.sandbox) : null) ??
            (await tenants.fallback(tenantBy.collection, request.sandbox));
          if (!tenant) throw refusal('action_unknown', 'Nobody here takes this message.');
          const headers = Object.fromEntries(Object.entries(request.headers).filter(([, v]) => typeof v === 'string'));
          const outcome = await platform.run(
            { tenant, kind: 'public', id: 'inbound', scopes: new Set([action.scope]), roles: new Set() },
            { verb: 'act', action: action.name, input: { rawBody: request.rawBody?.toString('utf8') ?? '', headers } },
          );
          answerOutcome(request, response, outcome, http.status);
        });
      }
    },
  };
}
