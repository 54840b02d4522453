/** The surfaces as a list, and the web apps. A new surface is a line here. */
import { join } from 'node:path';
import { decimalsOf } from '#shared/modules/events/money.ts';
import { browserToolsCsp, consoleCsp, kioskCsp, mountWebApp } from '../endpoints/web-apps/mount-web-app.ts';
import type { Repeats } from '../http/repeats.ts';
import type { Mount } from '../http/request-handler.ts';
import { mountActions } from '../surfaces/actions/mount-actions.ts';
import { mountDescribe } from '../surfaces/describe/mount-describe.ts';
import { mountAddresses } from '../surfaces/files/mount-addresses.ts';
import { mountExportFiles } from '../surfaces/files/mount-export-files.ts';
import { mountExports } from '../surfaces/files/mount-exports.ts';
import { mountFiles } from '../surfaces/files/mount-files.ts';
import { mountIntakes } from '../surfaces/files/mount-intakes.ts';
import { mountTus } from '../surfaces/files/mount-tus.ts';
import { mountGraphql } from '../surfaces/graphql/mount-graphql.ts';
import { tenantFinder } from '../surfaces/inbound/find-tenant.ts';
import { mountInbound } from '../surfaces/inbound/mount-inbound.ts';
import type { Live } from '../surfaces/live/open-live.ts';
import type { McpMount } from '../surfaces/mcp/mount-mcp.ts';
import { mountPages } from '../surfaces/pages/mount-pages.ts';
import type { PageStreams } from '../surfaces/pages/page-streams.ts';
import { mountReplication } from '../surfaces/replication/mount-replication.ts';
import { createSnapshots } from '../surfaces/replication/snapshots.ts';
import { scansBroughtBy } from '../surfaces/replication/take-rows.ts';
import { mountRest } from '../surfaces/rest/mount-rest.ts';
import { mountBrowserTools } from '../surfaces/tools/mount-browser-tools.ts';
import type { Assembly } from './assemble.ts';
import type { SurfaceParts } from './surface-parts.ts';

const builtApps = join(import.meta.dirname, '..', '..', 'dist');

/** @param open surfaces that hold connections, so that the start opens and closes them */
export function surfacesOf(
  assembly: Assembly,
  { charge, graphqlEngine: engine, lines, log, sourceOf, storeOf }: SurfaceParts,
  open: { readonly live: Live; readonly mcp: McpMount; readonly repeats: Repeats; readonly streams: PageStreams },
): readonly Mount[] {
  const { box, clock, config, directory, files, kiosks, modules, newId, platform, secrets, store } = assembly;
  const actions = modules.all.flatMap((m) => m.actions);
  const definitions = actions.map((a) => a.definition);
  const pages = modules.all.flatMap((m) => m.pages ?? []);
  const snapshots = createSnapshots(clock, newId, undefined, store.sharedBlobs ?? null);
  const findTenant = tenantFinder({ directory, modules, schedule: store.schedule, clock });
  const replication = { kiosks, platform, snapshots, source: sourceOf, signedRows: box };
  box?.hearsBy((device) => scansBroughtBy(device, replication));
  return [
    mountReplication(replication),
    ...(box ? [box.mount] : []),
    mountInbound({ platform, findTenant, actions, clock, log }),
    mountActions(definitions, secrets),
    mountDescribe(),
    mountBrowserTools(),
    mountFiles(files.parts),
    mountIntakes({ intakes: modules.all.flatMap((m) => m.intakes ?? []), files: files.parts, sourceOf, clock, newId }),
    mountExports({ datasets: modules.all.flatMap((m) => m.exports ?? []), decimalsOf }),
    mountExportFiles(files.parts),
    mountTus(files.uploads),
    mountAddresses(files.parts),
    open.live.mount,
    mountRest(secrets),
    mountGraphql({ engine, charge, lines }),
    open.mcp,
    mountPages({
      ...{ pages, readerOf: storeOf, directory, platform, clock, repeats: open.repeats, streams: open.streams },
      pagesUrl: config.pagesUrl ?? config.publicUrl,
    }),
  ];
}

/** @param pagesUrl the origin of pages that the console shows inside itself; null: the console's own */
export const webApps = (pagesUrl: string | null): readonly Mount[] => [
  mountWebApp({
    ...{ path: '/kiosk', folder: join(builtApps, 'kiosk'), csp: kioskCsp },
    abilities: ['autoplay', 'camera', 'fullscreen', 'screen-wake-lock'],
  }),
  mountWebApp({ path: '/api/docs/browser-tools', folder: join(builtApps, 'browser-tools'), csp: browserToolsCsp }),
  mountWebApp({
    ...{ path: '/console', folder: join(builtApps, 'console'), csp: consoleCsp(pagesUrl) },
    abilities: ['autoplay', 'fullscreen'],
  }),
];
