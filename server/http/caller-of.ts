/** Who sent a request, for the routes that ask `identified` first. */
import type { Request } from 'express';
import { must } from '#shared/base/assert.ts';
import type { Caller } from '../core/platform.ts';

/** The same object for the whole request; made when it is first asked for, so that a request without need opens no database. */
export function callerOf(request: Request): Promise<Caller> {
  return must(request.caller, 'an identified request')();
}
