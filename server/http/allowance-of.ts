/** The limit on the total cost of the queries of one request; reading for the request ends when its client disconnects. */
import type { Request } from 'express';
import { Allowance } from '#shared/query/allowance.ts';

export function allowanceOf(request: Request): Allowance {
  const { socket } = request;
  return new Allowance(() => !socket.destroyed);
}
