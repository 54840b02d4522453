/** The built web apps (kiosk, console) as static files, each with its own content security policy. */
import express from 'express';
import { answerPage, type PlainPage } from '../../http/plain-page.ts';
import { queryTextOf } from '../../http/query-of.ts';
import type { Mount } from '../../http/request-handler.ts';
import { type Ability, permissionsPolicy } from '../../http/security-headers.ts';

export interface WebApp {
  /** E.g. `/kiosk`. */
  readonly path: string;
  /** Folder of the app as Vite built it. */
  readonly folder: string;
  readonly csp: string;
  /** Abilities of the browser that the app uses; absent: none. */
  readonly abilities?: readonly Ability[];
}

function notBuilt(name: string): PlainPage {
  return {
    status: 503,
    title: `The ${name} is not built yet`,
    body: `<p>This server runs from its source, so the pages of the ${name} must be built once.</p>
<p>Stop the server and run <code>npm start</code>, which builds them and starts it, or run <code>npm run build</code> and reload this page.</p>`,
  };
}

/**
 * Hashed files may be cached for a year; all other files, the page itself among them, are revalidated at each load, so that
 * the next load shows an update.
 */
export function mountWebApp({ path, folder, csp, abilities = [] }: WebApp): Mount {
  const policy = permissionsPolicy(abilities);
  return {
    name: path.slice(1),
    mount(app) {
      app.get(path, (request, response, next) => {
        if (request.path.endsWith('/')) return next();
        const query = queryTextOf(request);
        response.redirect(308, `${request.sandbox ? '/sandbox' : ''}${path}/${query ? `?${query}` : ''}`);
      });
      app.use(
        path,
        express.static(folder, {
          index: 'index.html',
          redirect: false,
          setHeaders(response, file) {
            response.setHeader('Content-Security-Policy', csp);
            response.setHeader('Permissions-Policy', policy);
            response.setHeader(
              'Cache-Control',
              /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
            );
          },
        }),
      );
      // Reached where there is no such file: for the page itself that means that it was not built.
      app.use(path, (request, response, next) => {
        if (request.path !== '/' || !['GET', 'HEAD'].includes(request.method)) return next();
        answerPage(response, notBuilt(path.slice(1)));
      });
    },
  };
}

/**
 * The kiosk may call its own server; the device host, which stands on the same machine at a port of its own; and, without
 * one, the hosts of other kiosks, by names of the LAN: what ends in `.local` is no address of the internet (RFC 6762). What
 * goes there is sealed, and who answers has to prove itself. A link that names another machine as the device host leads
 * nowhere all the same: `kiosk/printing/host-address.ts` takes this machine's addresses alone.
 */
export const kioskCsp =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self' ws://127.0.0.1:* ws://localhost:* ws://*.local:* wss://*.local:*; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param pagesUrl the origin of the player, which the console shows inside itself; null: the console's own */
export const consoleCsp = (pagesUrl: string | null) =>
  `default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; frame-src 'self'${pagesUrl === null ? '' : ` ${pagesUrl}`}; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page's own files, and this server alone. */
export const browserToolsCsp =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
