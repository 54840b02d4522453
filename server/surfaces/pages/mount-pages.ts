/** Public pages that modules bring, and the built web apps (kiosk, console) as static files. */
import { randomBytes } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import { must } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import type { PublicPage } from '../../collections/module.ts';
import type { Mount } from '../../http/door.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Reader } from '../../store/contract.ts';

export interface PagesParts {
  readonly pages: readonly PublicPage[];
  /** The tenant's rows, or null where there is no such tenant. */
  readonly readerOf: (tenant: string) => Promise<Reader | null>;
  readonly clock: Clock;
}

/** Files that are the same for everybody have nothing to read. */
const noRows: Reader = {
  get: async () => null,
  findOne: async () => null,
  find: async () => [],
  count: async () => 0,
};

/** A page with an address nobody knows is answered like one that never was. */
const noPage = () => refusal('not_found', 'There is no page at this address. Check the link, or ask who sent it to you.');

export function mountPages({ pages, readerOf, clock }: PagesParts): Mount {
  return {
    name: 'pages',
    mount(app) {
      for (const page of pages)
        app.get(page.path, async (request: Request, response: Response) => {
          const params = request.params as Record<string, string>;
          const tenant = page.tenantOf ? page.tenantOf(params) : '';
          const reader = page.tenantOf === null ? noRows : tenant ? await readerOf(tenant) : null;
          if (tenant === null || !reader) throw noPage();
          const nonce = randomBytes(16).toString('base64url');
          const path = request.originalUrl.split('?')[0]!;
          const answer = await page.answer({ params, path, nonce }, reader, { tenant, clock });
          if (answer.status === 404) throw noPage();
          response.status(answer.status);
          response.setHeader('Content-Type', answer.type);
          response.setHeader('Cache-Control', 'no-store');
          for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
          response.end(answer.body);
        });
    },
  };
}

export interface WebApp {
  /** `/kiosk` */
  readonly path: string;
  /** Where Vite put it. */
  readonly folder: string;
  readonly csp: string;
}

/** Hashed files may be kept for ever; the page itself is asked for anew, so that an update is seen at the next load. */
export function mountWebApp({ path, folder, csp }: WebApp): Mount {
  return {
    name: path.slice(1),
    mount(app) {
      const headers = (response: Response) => response.setHeader('Content-Security-Policy', csp);
      app.get(path, (request, response, next) => {
        if (request.path.endsWith('/')) return next();
        const query = must(request.originalUrl, 'an address').split('?')[1];
        response.redirect(308, `${path}/${query ? `?${query}` : ''}`);
      });
      app.use(
        path,
        express.static(folder, {
          index: 'index.html',
          redirect: false,
          setHeaders(response, file) {
            headers(response as Response);
            response.setHeader('Cache-Control', /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
          },
        }),
      );
    },
  };
}

/** The device host stands on the same machine, at a port of its own: the kiosk may call it and its own server. */
export const kioskCsp =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self' ws: wss: http://127.0.0.1:* http://localhost:*; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const consoleCsp =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
