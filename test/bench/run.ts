/** `npm run bench [-- K1 P … --json FILE --scale 0.1]`: prints each row with its ceiling, measured in the same run. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchSetting, Row } from './row.ts';

/** Which file answers which rows; loaded only when asked for. */
const benches: readonly {
  readonly rows: readonly string[];
  readonly load: () => Promise<(setting: BenchSetting) => Promise<readonly Row[]>>;
}[] = [
  { rows: ['K1'], load: async () => withOwnSizes((await import('./kiosk.ts')).benchKioskScan) },
  { rows: ['K2'], load: async () => withOwnSizes((await import('./kiosk.ts')).benchFirstLoad) },
  { rows: ['K3'], load: async () => withOwnSizes((await import('./kiosk.ts')).benchColdStart) },
  { rows: ['K4'], load: async () => (await import('./people-search.ts')).benchSearch },
  { rows: ['K5'], load: async () => withOwnSizes((await import('./kiosk-under-load.ts')).benchStreamedChanges) },
  { rows: ['K6'], load: async () => withOwnSizes((await import('./kiosk-under-load.ts')).benchMemory) },
  { rows: ['K1', 'K7'], load: async () => withOwnSizes((await import('./badge-latency.ts')).benchBadge) },
  { rows: ['K8'], load: async () => withOwnSizes((await import('./kiosk-upload.ts')).benchUpload) },
  { rows: ['S1'], load: async () => (await import('./checkins.ts')).benchCheckins },
  { rows: ['S2'], load: async () => (await import('./returning-kiosks.ts')).benchReturningKiosks },
  { rows: ['S3'], load: async () => (await import('./first-loads.ts')).benchFirstLoads },
  { rows: ['P1', 'P2', 'P3', 'P4', 'P5', 'P6'], load: async () => (await import('./requests.ts')).benchRequests },
  { rows: ['P7'], load: async () => (await import('./process.ts')).benchProcess },
  { rows: ['P8'], load: async () => (await import('./requests.ts')).benchPostgres },
  { rows: ['P9', 'P10'], load: async () => (await import('./slow-lists.ts')).benchSlowLists },
  { rows: ['F1'], load: async () => (await import('./graphql.ts')).benchGraphql },
  { rows: ['F2'], load: async () => (await import('./live.ts')).benchLive },
  { rows: ['F3'], load: async () => (await import('./webhooks.ts')).benchWebhooks },
  { rows: ['F4'], load: async () => (await import('./mcp.ts')).benchMcp },
  { rows: ['B1'], load: async () => (await import('./many-buyers.ts')).benchManyBuyers },
  { rows: ['W1'], load: async () => (await import('./viewers.ts')).benchViewers },
  { rows: ['L1', 'L2'], load: async () => (await import('./leads.ts')).benchLeads },
  { rows: ['M1'], load: async () => (await import('./matches.ts')).benchMatches },
  { rows: ['V1', 'V2'], load: async () => (await import('./venue.ts')).benchVenue },
  { rows: ['V2'], load: async () => withOwnSizes((await import('./venue-partition.ts')).benchVenuePartition) },
  { rows: ['D1'], load: async () => (await import('./idle-tenants.ts')).benchIdleTenants },
  { rows: ['D3'], load: async () => (await import('./cluster.ts')).benchCluster },
  { rows: ['D2'], load: async () => (await import('./databases.ts')).benchDatabases },
];

/** Rows of the kiosk have sizes of their own and take no notice of the scale. */
function withOwnSizes(bench: () => Promise<readonly Row[]>): () => Promise<readonly Row[]> {
  return () => bench();
}

function shown(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  if (value >= 10) return value.toFixed(1);
  return value.toPrecision(3);
}

function print(row: Row): void {
  const mark = row.met === undefined ? ' ' : row.met ? '✓' : '✗';
  const ceiling = row.ceiling ? ` · ${row.ceiling.name}: ${shown(row.ceiling.value)} ${row.unit}` : '';
  const ratio = row.ratio === undefined ? '' : ` · ratio ${row.ratio.toFixed(2)}`;
  const target = row.target ? ` · asked: ${row.target}` : '';
  process.stdout.write(
    `${mark} ${row.row.padEnd(3)} ${row.name}: ${shown(row.value)} ${row.unit}${ceiling}${ratio}${target}\n`,
  );
  if (row.met === false && row.short !== undefined) process.stdout.write(`      ${row.short}\n`);
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, scale: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const scale = Number(values.scale);
if (!(scale > 0 && scale <= 10)) {
  process.stderr.write(`--scale is a number above 0, at most 10, not ${values.scale}.\n`);
  process.exit(2);
}
const known = benches.flatMap((b) => b.rows);
/** `P` asks for all rows that begin with it. */
const isAsked = (name: string, row: string) => name === row || (name.length === 1 && row.startsWith(name));
const stranger = positionals.find((name) => !known.some((row) => isAsked(name, row)));
if (stranger) {
  process.stderr.write(`There is no row ${stranger}. Known: ${known.join(', ')}.\n`);
  process.exit(2);
}
process.stdout.write(`Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})\n`);
const rows: Row[] = [];
for (const bench of benches) {
  if (positionals.length > 0 && !bench.rows.some((row) => positionals.some((name) => isAsked(name, row)))) continue;
  const run = await bench.load();
  for (const row of await run({ scale })) {
    rows.push(row);
    print(row);
  }
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
const short = rows.filter((r) => r.met === false);
process.stdout.write(
  short.length === 0
    ? 'Every row asked for is met.\n'
    : `Short of what is asked: ${short.map((r) => `${r.row} (${r.name})`).join(', ')}.\n`,
);
if (short.some((row) => row.isRule)) process.exitCode = 1;
