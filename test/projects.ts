/**
 * Test files by what they need, so that a part of them can be run: `npm test -- --project unit`. A file's project
 * follows from its folder and from the fixtures that it imports; no list has to be kept, but for what takes long.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCluster, noCluster } from './fixtures/cluster/find-script.ts';
import { importsOf, root, sources } from './fixtures/import-graph.ts';

export const projectNames = ['unit', 'store', 'browser', 'slow', 'alone'] as const;
export type ProjectName = (typeof projectNames)[number];

/** Whole journeys, simulations and matrices. */
const slowFolders = /^test\/(?:e2e|sim|soak|proof|scenario|privacy)\//;

/** Four seconds or more without a browser or a database: emulated devices, exhaustive walks, real intervals. */
const slowFiles: ReadonlySet<string> = new Set([
  'test/hostile/recordings.test.ts',
  'test/hostile/streaming.test.ts',
  'test/kiosk/host/device-host.test.ts',
  'test/kiosk/host/printers/ipp/cups-printer.test.ts',
  'test/kiosk/host/printers/label-printers.test.ts',
  'test/kiosk/host/printers/network/tcp-printer.test.ts',
  'test/kiosk/host/printers/printer-pool.test.ts',
  'test/kiosk/host/printers/printers.test.ts',
  'test/kiosk/host/web-process.test.ts',
  'test/kiosk/main/packaging.test.ts',
  'test/kiosk/main/staff-exit.test.ts',
  'test/kiosk/venue/hostile-neighbours.test.ts',
  'test/kiosk/venue/two-kiosks.test.ts',
  'test/server/core/log/follow-tenants.test.ts',
  'test/server/core/log/jobs-at-rest.test.ts',
  'test/server/http/slow-clients.test.ts',
  'test/server/modules/events/hostile-imports.test.ts',
  'test/server/modules/media/file-stores.test.ts',
  'test/server/modules/media/pictures.test.ts',
  'test/server/modules/media/recordings.test.ts',
  'test/server/outbound/mail/mail.test.ts',
  'test/server/outbound/payments/books.test.ts',
  'test/shared/admission/gate-cases.test.ts',
  'test/shared/admission/lease-book.test.ts',
  'test/shared/admission/lease-orders.test.ts',
  'test/shared/captions/cea608.test.ts',
  'test/shared/lan/peers.test.ts',
  'test/shared/leads/merge.test.ts',
  'test/shared/networking/lists.test.ts',
]);

const browserFixtures = ['playwright-core'];
const storeFixtures = ['test/fixtures/postgres.ts', 'test/fixtures/postgres-server.ts'];
const processFixtures = ['test/fixtures/server-process.ts', 'test/fixtures/child.ts'];

/**
 * What replaces a module, or does something before the first import, needs a process where nothing has imported it yet, and where nothing is imported afterwards. All other
 * files share a process with those that run before and after them.
 */
const replacesModules = (file: string) => /^vi\.(?:mock|hoisted)\(/m.test(readFileSync(join(root, file), 'utf8'));

const imports = new Map(sources('test').map((file) => [file, importsOf(file, true)]));

/** Whether a file imports one of these, itself or by other files of the tests. */
function reaches(file: string, wanted: readonly string[], seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return (imports.get(file) ?? []).some((target) => wanted.includes(target) || reaches(target, wanted, seen));
}

function projectOf(file: string): ProjectName {
  if (replacesModules(file)) return 'alone';
  if (slowFolders.test(file) || slowFiles.has(file)) return 'slow';
  if (reaches(file, browserFixtures)) return 'browser';
  if (file.startsWith('test/server/store/') || reaches(file, storeFixtures)) return 'store';
  return reaches(file, processFixtures) ? 'slow' : 'unit';
}

/** @returns the test files of each project; every file is in one */
export function testFiles(): ReadonlyMap<ProjectName, readonly string[]> {
  const files = [...imports.keys()].filter((file) => file.endsWith('.test.ts'));
  const moved = [...slowFiles].filter((file) => !files.includes(file));
  if (moved.length > 0) throw new Error(`test/projects.ts names files that are not there: ${moved.join(', ')}`);
  const sorted = Map.groupBy(files, projectOf);
  return new Map(projectNames.map((name) => [name, sorted.get(name) ?? []]));
}

const chosenStores = [
  'test/fixtures/chosen-database.ts',
  'test/fixtures/postgres.ts',
  'test/fixtures/cluster/find-script.ts',
];

/** @returns the test files in which a store is chosen by `TEST_STORE`, or which need a cluster by themselves */
export function filesOnChosenStore(): readonly string[] {
  return [...imports.keys()].filter((file) => file.endsWith('.test.ts') && reaches(file, chosenStores));
}

/** What runs once more on a cluster with every run: of each surface a file, less than a minute together. */
const alsoOnCluster = [
  'test/hostile/many-at-once.test.ts',
  'test/server/modules/events/gamification-stores.test.ts',
  'test/server/surfaces/collab/hostile.test.ts',
  'test/server/surfaces/files/uploads.test.ts',
  'test/server/surfaces/graphql/graphql.test.ts',
  'test/server/surfaces/live/live.test.ts',
  'test/server/surfaces/rest.test.ts',
];

/** `npm run cluster-tests` runs all of them there. */
export function clusterProject() {
  if (process.env['TEST_STORE'] !== undefined) return [];
  if (hasCluster) return [{ name: 'cluster', include: alsoOnCluster, env: { TEST_STORE: 'cluster' } }];
  console.warn(noCluster);
  return [];
}
