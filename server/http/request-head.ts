/**
 * Checks the head of a request before any route: whether it is valid, and whether it is for the sandbox. The same for
 * requests and for connections that become sockets.
 */
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '#shared/base/result.ts';

/**
 * Node's parser lets pass what RFC 9112 refuses: several `Host` fields (3.2), of which a proxy may have believed another
 * one than we, and a request line without a version (3).
 *
 * @returns null where the head can be believed
 */
export function headProblem({ httpVersion, rawHeaders }: IncomingMessage): Refusal | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return { code: 'invalid_request', message: 'The request line must name HTTP/1.1.' };
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts > 1
    ? { code: 'invalid_request', message: 'A request must have one Host header. This one has several.' }
    : null;
}

export interface Place {
  readonly sandbox: boolean;
  /** URL without the prefix of the sandbox; begins with a slash. */
  readonly url: string;
}

/**
 * `/sandbox/…`, or any path at the sandbox's own host: the same routes, and the credential must be a sandbox one. Of an
 * absolute address (RFC 9112 section 3.2.2) only the path counts: no request names another tenant by a host.
 *
 * @param sandboxHost `SANDBOX_HOST`: name, with the port where it is not the usual one; null: none
 */
export function placeOf(given: string, host: string | undefined, sandboxHost: string | null): Place {
  const path = given.replace(/^https?:\/\/[^/?#]*/i, '');
  const url = path.startsWith('/') ? path : `/${path}`;
  const byPath = url === '/sandbox' || url.startsWith('/sandbox/') || url.startsWith('/sandbox?');
  const inside = byPath ? url.slice('/sandbox'.length) : url;
  const byHost = sandboxHost !== null && host?.toLowerCase() === sandboxHost;
  return { sandbox: byPath || byHost, url: inside.startsWith('/') ? inside : `/${inside}` };
}
