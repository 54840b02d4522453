/** Public pages that modules bring: no credential, the tenant is carried by an unguessable address. */
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Clock } from '#shared/base/time.ts';
import type { PublicPage } from '../../core/collections/module.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { Reader } from '../../store/contract.ts';

export interface PagesParts {
  readonly pages: readonly PublicPage[];
  /** The tenant's rows, or null where there is no such tenant. */
  readonly readerOf: (tenant: string) => Promise<Reader | null>;
  readonly clock: Clock;
}

/** Files that are the same for everybody have nothing to read. */
const noRows: Reader = {
  tenant: '',
  shapeOf: () => null,
  get: async () => null,
  findOne: async () => null,
  find: async () => [],
  count: async () => 0,
};

/** A page of an unknown address is answered like one that never existed. */
const noPage = () =>
  new RefusalError(
    [
      {
        code: 'not_found',
        message: 'No page was found at this address. Check the link, or ask the person who sent it to you.',
      },
    ],
    { forGuest: true },
  );

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
          const query = new URLSearchParams(queryTextOf(request));
          const acceptLanguage = request.headers['accept-language'] ?? '';
          const answer = await page.answer({ params, path, query, acceptLanguage, nonce }, reader, { tenant, clock });
          if (answer.status === 404) throw noPage();
          response.status(answer.status);
          response.setHeader('Content-Type', answer.type);
          for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
          response.end(answer.body);
        });
    },
  };
}
