/** What one request may ask in all; reading for it ends when its client goes. */
import type { Request } from 'express';
import { Allowance } from '#shared/query/allowance.ts';

export function allowanceOf(request: Request): Allowance {
  const { socket } = request;
  return new Allowance(() => !socket.destroyed);
}
