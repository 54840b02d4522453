/**
 * Requests that prove themselves by a signature over their raw body (a payment processor's webhook). The message is
 * verified and read once; only then is its tenant looked for, by the record that the message names.
 */
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import type { ModuleAction, SignedMessage } from '../../core/collections/action.ts';
import type { Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { answerOutcome } from '../../http/answer-outcome.ts';
import type { Log } from '../../http/log.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { FindTenant } from './find-tenant.ts';

export interface InboundParts {
  readonly platform: Platform;
  readonly findTenant: FindTenant;
  readonly actions: readonly ModuleAction[];
  readonly clock: Clock;
  readonly log: Log;
}

function messageOf(request: Request): SignedMessage {
  const headers = Object.entries(request.headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const rawBody = request.rawBody?.toString('utf8') ?? '';
  return { rawBody, body: request.body, headers: Object.fromEntries(headers) };
}

/** The sender of a message that was verified, for this action alone. */
function senderIn(tenant: string, scope: string): Actor {
  return { tenant, kind: 'public', id: 'inbound', scopes: new Set([scope]), roles: new Set() };
}

export function mountInbound({ platform, findTenant, actions, clock, log }: InboundParts): Mount {
  async function take({ definition, verify }: ModuleAction, request: Request, response: Response): Promise<void> {
    const { signed, status } = must(definition.http, 'the binding of a signed action');
    const { tenantBy } = must(signed, 'how it is signed');
    const message = messageOf(request);
    const verified = must(verify, `the verification of ${definition.name}`)(message, clock());
    // 400 and not 401: there is no credential to renew here.
    if (!verified.ok) throw new RefusalError([verified.errors[0]], { status: 400 });
    const tenant = await findTenant(tenantBy, message.body, request.sandbox);
    if (!tenant) {
      log.warn('a signed message belongs to no tenant here', { action: definition.name, request: request.id });
      response.status(status ?? 200).json({ received: true });
      return;
    }
    const { rawBody, headers } = message;
    const operation = { verb: 'act', action: definition.name, input: { rawBody, headers } } as const;
    const sender = await platform.as(senderIn(tenant.id, definition.scope), tenant);
    const outcome = await sender.run({ ...operation, verified: verified.value });
    answerOutcome(request, response, outcome, status);
  }

  return {
    name: 'inbound',
    mount(app, steps) {
      for (const action of actions) {
        const { http } = action.definition;
        if (!http?.signed) continue;
        app.post([...http.paths, ...http.paths.map((p) => `/api/v1${p}`)], steps.json, (request, response) =>
          take(action, request, response),
        );
      }
    },
  };
}
