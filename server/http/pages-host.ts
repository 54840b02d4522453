/**
 * A second host for what users made: ticket pages and files. Script that a page or a file manages to run in a browser then
 * runs in an origin where there is no console, no API and no stored login. Where none is set, one host serves both.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { refusal } from './refusal-error.ts';

export interface PagesHostParts {
  /** An origin, e.g. `https://pages.example`; null: there is no second host. */
  readonly pagesUrl: string | null;
  /** Routes as they were mounted, e.g. `/t/:secret`: all that begins like one of them belongs to the second host. */
  readonly contentPaths: readonly string[];
}

/** Both hosts answer here: a load balancer asks any of them. */
const everywhere: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Whether the request was sent to the second host. */
export function isPagesHost({ headers }: Pick<IncomingMessage, 'headers'>, pagesUrl: string | null): boolean {
  return pagesUrl !== null && headers.host?.toLowerCase() === new URL(pagesUrl).host;
}

/**
 * The API's host redirects a GET, HEAD or POST of content to the second host, and takes other methods itself. The second host
 * answers content and probes, and refuses anything else.
 */
export function splitHosts({ pagesUrl, contentPaths }: PagesHostParts): RequestHandler {
  const roots = new Set(contentPaths.map((path) => path.split('/')[1] ?? ''));
  if (pagesUrl === null) return (_request, _response, next) => next();
  return (request, response, next) => {
    const isContent = roots.has(request.path.split('/')[1] ?? '');
    if (everywhere.has(request.path) || isContent === isPagesHost(request, pagesUrl)) return next();
    if (!isContent) throw refusal('route_unknown', 'This host has only ticket pages and files.');
    // Addresses that were given out, or stored, before the second host was set go on working.
    if (['GET', 'HEAD', 'POST'].includes(request.method))
      return response.redirect(308, `${pagesUrl}${request.sandbox ? '/sandbox' : ''}${request.url}`);
    next();
  };
}
