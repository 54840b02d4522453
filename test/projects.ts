/**
 * Test files by what they need, so that a part of them can be run: `npm test -- --project unit`. A file's project
 * follows from its folder and from the fixtures that it imports; no list has to be kept, but for what takes long.
 */
import { importsOf, sources } from './fixtures/import-graph.ts';

export const projectNames = ['unit', 'store', 'browser', 'slow'] as const;
export type ProjectName = (typeof projectNames)[number];

/** Whole journeys, simulations and matrices. */
const slowFolders = /^test\/(?:e2e|sim|soak|proof|scenario|privacy)\//;

/** More than four seconds without a browser or a database: emulated devices, exhaustive walks. */
const slowFiles: ReadonlySet<string> = new Set([
  'test/kiosk/host/cups-printer.test.ts',
  'test/kiosk/host/device-host.test.ts',
  'test/kiosk/host/label-printers.test.ts',
  'test/kiosk/host/printer-pool.test.ts',
  'test/kiosk/host/tcp-printer.test.ts',
  'test/kiosk/host/web-process.test.ts',
  'test/kiosk/main/packaging.test.ts',
  'test/kiosk/main/staff-exit.test.ts',
  'test/server/modules/media/pictures.test.ts',
  'test/shared/admission/gate-cases.test.ts',
  'test/shared/admission/lease-book.test.ts',
  'test/shared/admission/lease-orders.test.ts',
]);

const browserFixtures = ['playwright-core'];
const storeFixtures = ['test/fixtures/postgres.ts', 'test/fixtures/postgres-server.ts'];
const processFixtures = ['test/fixtures/server-process.ts', 'test/fixtures/child.ts'];

const imports = new Map(sources('test').map((file) => [file, importsOf(file, true)]));

/** Whether a file imports one of these, itself or by other files of the tests. */
function reaches(file: string, wanted: readonly string[], seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return (imports.get(file) ?? []).some((target) => wanted.includes(target) || reaches(target, wanted, seen));
}

function projectOf(file: string): ProjectName {
  if (slowFolders.test(file) || slowFiles.has(file)) return 'slow';
  if (reaches(file, browserFixtures)) return 'browser';
  if (file.startsWith('test/server/store/') || reaches(file, storeFixtures)) return 'store';
  return reaches(file, processFixtures) ? 'slow' : 'unit';
}

/** @returns the test files of each project; every file is in one */
export function testFiles(): ReadonlyMap<ProjectName, readonly string[]> {
  const files = [...imports.keys()].filter((file) => file.endsWith('.test.ts'));
  const sorted = Map.groupBy(files, projectOf);
  return new Map(projectNames.map((name) => [name, sorted.get(name) ?? []]));
}
