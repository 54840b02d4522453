/** The query string after the first `?`, undecoded: a second `?` belongs to a value. */
import type { Request } from 'express';

export function queryTextOf(request: Request): string {
  const at = request.url.indexOf('?');
  return at === -1 ? '' : request.url.slice(at + 1);
}
