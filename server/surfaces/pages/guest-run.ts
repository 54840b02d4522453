/** Runs actions for a public page in the name of its visitor: exactly the actions that the page names. */
import type { Request } from 'express';
import { ok } from '#shared/base/result.ts';
import { ActionAnswer } from '../../core/collections/action.ts';
import type { PageContext, PublicPage } from '../../core/collections/public-page.ts';
import type { Platform } from '../../core/platform.ts';
import { guestActor } from '../../core/policy/actor.ts';
import { addressOf } from '../../http/client-address.ts';

export function guestRun(
  platform: Pick<Platform, 'as'>,
  { runs = [] }: Pick<PublicPage, 'runs'>,
  tenant: string,
  request: Request,
): PageContext['run'] {
  const from = addressOf(request);
  return async (action, input, { key, language } = {}) => {
    const acceptLanguage = language ?? request.headers['accept-language'] ?? '';
    const caller = await platform.as(guestActor(tenant, runs, { from, acceptLanguage }));
    const operation = { verb: 'act', action, input, ...(key !== undefined && { idempotencyKey: key }) } as const;
    const outcome = await caller.run(operation);
    if (outcome.kind === 'refused') return { ok: false, errors: outcome.errors };
    if (outcome.kind !== 'answer') throw new Error(`an action answered a ${outcome.kind}`);
    return ok(outcome.value instanceof ActionAnswer ? outcome.value.body : outcome.value);
  };
}
