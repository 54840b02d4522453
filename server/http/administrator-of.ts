/** The actor of a request to the administration of its tenant; throws the refusal where it may not administer. */
import type { Request } from 'express';
import type { Actor } from '../core/policy/actor.ts';
import { mayAdminister } from '../core/policy/policy.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import { identityOf } from './caller-of.ts';
import { RefusalError } from './refusal-error.ts';

export function administratorOf(request: Request): { readonly actor: Actor; readonly tenant: TenantRecord } {
  const { actor, tenant } = identityOf(request);
  const denied = mayAdminister(actor);
  if (denied) throw new RefusalError([denied]);
  return { actor, tenant };
}
