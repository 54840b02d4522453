/**
 * Makes the allowance of one request: the limit of what it may ask in all. Reading for the request ends when its client
 * disconnects.
 */
import type { Request } from 'express';
import { Allowance } from '#shared/query/allowance.ts';

export function allowanceOf(request: Request): Allowance {
  const { socket } = request;
  return new Allowance(() => !socket.destroyed);
}
