/** The sender of a request, for routes that have the step `identified` before their handler. */
import type { Request } from 'express';
import { must } from '#shared/base/assert.ts';
import type { Caller } from '../core/platform.ts';
import type { Actor } from '../core/policy/actor.ts';
import type { TenantRecord } from '../core/tenants/control.ts';

/** The only thing that `identified` puts on a request. Handlers take it once and pass its members on as parameters. */
export interface Identity {
  readonly actor: Actor;
  readonly tenant: TenantRecord;
  /** Returns the actor's access to its tenant. Made at the first call, so that a route without need opens no database. */
  readonly caller: () => Promise<Caller>;
}

/** Returns the identity of the request, for routes that need no record of the tenant's database. */
export function identityOf(request: Request): Identity {
  return must(request.identity, 'an identified request');
}

/** The same object for the whole request. */
export function callerOf(request: Request): Promise<Caller> {
  return identityOf(request).caller();
}
