/** The player at `/t/{secret}/stream` for attendees, and at `/s/{token}` for other websites. */

import { readFileSync } from 'node:fs';
import { chooseLanguage } from '#shared/base/languages.ts';
import { postViewers } from '#shared/modules/events/viewer-actions.ts';
import { playerPlatform } from '#shared/modules/events/viewers.ts';
import { browserLibrary } from '../../../core/browser-libraries.ts';
import type { PageAnswer, PageContext, PageRequest, PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { absent } from '../registration-page/frame.ts';
import { countersOf } from '../viewers/counters.ts';
import { isPreview, readPlayerToken } from './preview-token.ts';
import { renderPlayer } from './render-player.ts';
import { captionLanguages, streamFile } from './stream-files.ts';
import { type Watching, watchByEvent, watchBySecret } from './watch-access.ts';

/** One of the two ways in. */
interface Entrance {
  readonly path: string;
  readonly tenantOf: NonNullable<PublicPage['tenantOf']>;
  readonly watching: (reader: Reader, params: PageRequest['params']) => Promise<Watching | null>;
  /** Path of a heartbeat, after the path of the entrance. */
  readonly alive: string;
  readonly viewer: (watching: Watching, params: PageRequest['params']) => string;
}

const bySecret: Entrance = {
  path: '/t/:secret/stream',
  tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
  watching: (reader, { secret }) => watchBySecret(reader, secret ?? ''),
  alive: '/alive/:event',
  viewer: ({ person }) => person?.id ?? '',
};

const byToken = (ports: EventsPorts): Entrance => ({
  path: '/s/:token',
  tenantOf: ({ token }) => readPlayerToken(token ?? '')?.tenant ?? null,
  async watching(reader, { token }) {
    const named = readPlayerToken(token ?? '');
    return named && (await watchByEvent(reader, named.event, isPreview(ports, named)));
  },
  alive: '/alive/:event/:viewer',
  viewer: (_watching, { viewer = '' }) => (/^[\w-]{16,64}$/.test(viewer) ? viewer : ''),
});

const done: PageAnswer = { status: 204, type: 'text/plain', body: '' };

function entrancePages(
  ports: EventsPorts,
  { alive, path, tenantOf, viewer, watching }: Entrance,
): readonly PublicPage[] {
  return [
    {
      path,
      tenantOf,
      async answer(asked, reader) {
        const found = await watching(reader, asked.params);
        if (!found) return absent;
        const language = chooseLanguage(
          asked.query.get('lang') ?? found.person?.language ?? null,
          asked.acceptLanguage,
        );
        return renderPlayer({ asked, language, ...found, languages: captionLanguages(found.event) });
      },
    },
    {
      path: `${path}${alive}`,
      tenantOf,
      runs: [postViewers.name],
      // Each viewer has an address of its own: the viewers of a venue share a network.
      countedBy: 'address',
      answer: async () => absent,
      async takePost({ params }, reader, { run, tenant }: PageContext) {
        const found = await watching(reader, params);
        const viewerId = found && viewer(found, params);
        if (!found || found.refused || !viewerId) return absent;
        if (found.isPreview) return done;
        const event = params['event'] === 'leave' ? 'leave' : 'heartbeat';
        const counted = { eventId: found.event.id, platform: playerPlatform, viewerId, event };
        const result = await run(postViewers.name, counted);
        if (event === 'leave' || !result.ok) return done;
        const beat = countersOf(ports).beats(tenant, found.event.id, viewerId);
        return { ...done, again: () => beat('heartbeat', ports.clock()) };
      },
    },
    {
      path: `${path}/:file`,
      tenantOf,
      async answer({ params, query }, reader) {
        const found = await watching(reader, params);
        if (!found || found.refused) return absent;
        return await streamFile(ports, reader, found.event, params['file'] ?? '', query);
      },
    },
  ];
}

export function playerPages(ports: EventsPorts): readonly PublicPage[] {
  let library: string | null = null;
  const file = () => {
    library ??= readFileSync(browserLibrary('hls.js/dist/hls.min.js'), 'utf8');
    return library;
  };
  return [
    {
      path: '/s/hls.js',
      tenantOf: null,
      answer: async () => ({
        status: 200,
        type: 'text/javascript; charset=utf-8',
        body: file(),
        headers: { 'Cache-Control': 'public, max-age=86400' },
      }),
    },
    ...entrancePages(ports, bySecret),
    ...entrancePages(ports, byToken(ports)),
  ];
}
