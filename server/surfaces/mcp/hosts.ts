/**
 * Detects a browser that reached this server by a foreign name (DNS rebinding): a page of another site can make its own name
 * mean our address, and then call this server as its own origin. An address in digits cannot be made to mean another one.
 */
import { isIP } from 'node:net';
import type { Request } from 'express';
import { mayConnect } from '../../http/origins.ts';

/** @returns what is wrong, or null */
export function foreignHost(request: Request, publicUrl: string): string | null {
  let name: string;
  try {
    name = new URL(`http://${request.headers.host ?? ''}`).hostname;
  } catch {
    return 'The Host header cannot be read.';
  }
  const isOurs = name === 'localhost' || name === new URL(publicUrl).hostname || isIP(name.replace(/^\[|\]$/g, '')) > 0;
  if (!isOurs) return 'The Host header does not match this server. Set PUBLIC_URL to the address that clients use.';
  return mayConnect(request, publicUrl) ? null : 'Pages of other origins cannot connect here.';
}
