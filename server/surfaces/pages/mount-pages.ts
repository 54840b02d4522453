/** Public pages that modules bring: no credential; the tenant is named by the address. */
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Clock } from '#shared/base/time.ts';
import {
  type PageAnswer,
  type PageContext,
  type PageRequest,
  type PublicPage,
  spamTrap,
} from '../../core/collections/public-page.ts';
import type { Platform } from '../../core/platform.ts';
import { createGuestLimit } from '../../http/guest-limit.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Repeats } from '../../http/repeats.ts';
import type { Mount } from '../../http/request-handler.ts';
import { readServerForm } from '../../http/server-form.ts';
import type { Reader } from '../../store/contract.ts';
import { guestRun } from './guest-run.ts';
import { acceptsEvents, type PageStreams } from './page-streams.ts';
import { type Tenants, tenantBySlug } from './tenant-by-slug.ts';

export interface PagesParts {
  readonly pages: readonly PublicPage[];
  /** The tenant's rows, or null where there is no such tenant. */
  readonly readerOf: (tenant: string) => Promise<Reader | null>;
  readonly directory: Tenants;
  readonly platform: Pick<Platform, 'as'>;
  readonly clock: Clock;
  readonly repeats: Repeats;
  readonly streams: PageStreams;
  /** Origin of the pages, from which browsers may send forms. */
  readonly pagesUrl: string;
}

/** Largest form that is taken: twenty people with ten long answers each. */
const formLimits = { bytes: 512 * 1024, fields: 2_000 } as const;

/** Files that are the same for everyone have nothing to read. */
const noRows: Reader = {
  tenant: '',
  shapeOf: () => null,
  get: async () => null,
  findOne: async () => null,
  find: async () => [],
  count: async () => 0,
};

const forGuest = (code: string, message: string) => new RefusalError([{ code, message }], { forGuest: true });

/** The one refusal for every address that leads to no page: it does not show whether the page ever existed. */
const noPage = () =>
  forGuest('not_found', 'No page was found at this address. Check the link, or ask the person who sent it to you.');

async function readGuestForm(request: Request, pagesUrl: string): Promise<ReadonlyMap<string, string>> {
  const fields = new Map(
    await readServerForm(request, pagesUrl, formLimits).catch((fault: unknown) => {
      if (!(fault instanceof RefusalError)) throw fault;
      throw new RefusalError(fault.errors, { headers: fault.headers, forGuest: true });
    }),
  );
  if ((fields.get(spamTrap) ?? '') !== '')
    throw forGuest(
      'form_refused',
      'The form was filled in by a program. Open the page again and leave hidden fields empty.',
    );
  fields.delete(spamTrap);
  return fields;
}

export function mountPages({
  clock,
  directory,
  pages,
  pagesUrl,
  platform,
  readerOf,
  repeats,
  streams,
}: PagesParts): Mount {
  const limit = createGuestLimit(clock);
  const find = tenantBySlug(directory);

  async function sceneOf(page: PublicPage, request: Request) {
    const params = request.params as Record<string, string>;
    const tenant = page.tenantOf ? await page.tenantOf(params, find) : '';
    const reader = page.tenantOf === null ? noRows : tenant ? await readerOf(tenant) : null;
    if (tenant === null || !reader) throw noPage();
    const acceptLanguage = request.headers['accept-language'] ?? '';
    const asked: PageRequest = {
      params,
      path: request.originalUrl.split('?')[0]!,
      query: new URLSearchParams(queryTextOf(request)),
      acceptLanguage,
      nonce: randomBytes(16).toString('base64url'),
    };
    const context: PageContext = { tenant, clock, run: guestRun(platform, page, tenant, request) };
    return { asked, context, reader };
  }

  function send(response: Response, answer: PageAnswer): void {
    if (answer.status === 404 && answer.body === '') throw noPage();
    response.status(answer.status);
    response.setHeader('Content-Type', answer.type);
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    response.end(answer.body);
  }

  return {
    name: 'pages',
    mount(app) {
      for (const page of pages) {
        app.get(page.path, async (request: Request, response: Response) => {
          const isStream = page.follows !== undefined && acceptsEvents(request);
          if (page.runs || isStream) await limit(request, 'look', page.countedBy);
          const { asked, context, reader } = await sceneOf(page, request);
          if (page.follows) response.setHeader('Vary', 'Accept');
          if (page.follows && isStream) {
            const topics = await page.follows(asked, reader);
            if (!topics) throw noPage();
            return streams.open(request, response, page, context.tenant, topics);
          }
          send(response, await page.answer(asked, reader, context));
        });
        const { takeForm, takePost } = page;
        if (takePost)
          app.post(page.path, async (request: Request, response: Response) => {
            await limit(request, 'look', page.countedBy);
            const { asked, context, reader } = await sceneOf(page, request);
            const answer = await takePost(asked, reader, context);
            if (answer.again) repeats.keep(request, answer.again);
            send(response, answer);
          });
        if (!takeForm) continue;
        app.post(page.path, async (request: Request, response: Response) => {
          await limit(request, 'form', page.countedBy);
          const fields = await readGuestForm(request, pagesUrl);
          const { asked, context, reader } = await sceneOf(page, request);
          send(response, await takeForm({ ...asked, fields }, reader, context));
        });
      }
    },
  };
}
