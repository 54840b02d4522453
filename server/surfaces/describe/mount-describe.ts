/** Descriptions made from the registry: the collections as schemas, the OpenAPI document, and a page that shows it. */
import { readFileSync } from 'node:fs';
import type { Request, Response } from 'express';
import { describeCollection } from '#shared/query/describe-collection.ts';
import type { Registry } from '../../core/platform.ts';
import { mayRead, scopesOf } from '../../core/policy/policy.ts';
import { definitionFor } from '../../core/policy/visibility/record-visibility.ts';
import { version } from '../../core/version.ts';
import { answerTagged } from '../../http/answer-outcome.ts';
import { callerOf } from '../../http/caller-of.ts';
import { etagOfText } from '../../http/etag.ts';
import { sharedLook } from '../../http/look.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount, RouteSteps } from '../../http/request-handler.ts';

/** The page's own files and nothing else; it calls this server alone. */
const pageCsp =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const own = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const pageFiles = [
  { path: '/api/docs', content: own('docs-page.html'), type: 'text/html; charset=utf-8' },
  { path: '/api/docs/docs.js', content: own('docs-script.js'), type: 'text/javascript; charset=utf-8' },
  { path: '/api/docs/page.css', content: sharedLook, type: 'text/css; charset=utf-8' },
  { path: '/api/docs/docs.css', content: own('docs.css'), type: 'text/css; charset=utf-8' },
] as const;

interface Text {
  readonly text: string;
  readonly etag: string;
}

function tagged(text: string): Text {
  return { text, etag: etagOfText(text) };
}

function noParameters(request: Request): void {
  const [name] = new URLSearchParams(queryTextOf(request)).keys();
  if (name !== undefined)
    throw refusal('unknown_parameter', `Unknown parameter ${name.slice(0, 100)}.`, {
      detail: { allowed: [] },
    });
}

export function mountDescribe(): Mount {
  /** A document is made once for each set of what is active, and forgotten with it. */
  const documents = new WeakMap<Registry, Map<string, Text>>();

  async function documentOf(active: Registry | null, prefix: string): Promise<Text> {
    // Loaded at the first request: a server starts without the descriptions of all paths.
    const { nothingActive, openApiDocument } = await import('./openapi.ts');
    const registry = active ?? nothingActive;
    const known = documents.get(registry) ?? new Map<string, Text>();
    documents.set(registry, known);
    const made = known.get(prefix) ?? tagged(JSON.stringify(openApiDocument(registry, { version, prefix })));
    known.set(prefix, made);
    return made;
  }

  async function collections(request: Request, response: Response): Promise<void> {
    noParameters(request);
    const { actor, registry } = await callerOf(request);
    const readable = [...registry.collections.values()].filter((definition) => !mayRead(actor, definition));
    const data = readable.map((definition) => {
      const scopes = { read: scopesOf(definition, 'read'), write: scopesOf(definition, 'write') };
      return describeCollection(definitionFor(actor, definition), scopes);
    });
    const { text, etag } = tagged(JSON.stringify({ data, meta: {} }));
    answerTagged(request, response, etag, () => response.type('json').end(text));
  }

  async function openApi(request: Request, response: Response): Promise<void> {
    noParameters(request);
    const registry = request.identity ? (await callerOf(request)).registry : null;
    const { text, etag } = await documentOf(registry, request.sandbox ? '/sandbox' : '');
    answerTagged(request, response, etag, () => response.type('json').end(text));
  }

  return {
    name: 'describe',
    mount(app, steps: RouteSteps) {
      app.get('/api/schema/collections', steps.identified, collections);
      app.get(
        '/api/openapi.json',
        // Without a credential the answer has what every tenant has; an invalid one is refused.
        (request, response, next) =>
          request.headers.authorization === undefined ? next() : steps.identified(request, response, next),
        openApi,
      );
      for (const { path, content, type } of pageFiles) {
        const { text, etag } = tagged(content);
        app.get(path, (request, response) => {
          // Its files are named relative to it, so that they are found below /sandbox, too.
          if (request.path.endsWith('/')) return response.redirect(308, `${request.sandbox ? '/sandbox' : ''}${path}`);
          response.setHeader('Content-Security-Policy', pageCsp);
          response.setHeader('Content-Type', type);
          answerTagged(request, response, etag, () => response.end(text));
        });
      }
    },
  };
}
