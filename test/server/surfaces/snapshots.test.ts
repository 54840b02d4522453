/** Snapshots: what is in their chunks, when one is handed out again, and when it is let go. */
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { createSnapshots, type SnapshotSource, type Snapshots } from '#server/surfaces/replication/snapshots.ts';
import { minuteMs } from '#shared/base/time.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { notes } from '#test/fixtures/sample-module.ts';

const title = 'Grüße 🎟 "an alle"';
const rowsOf = (count: number): StoredRecord[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(i).padStart(6, '0'),
    createdAt: '2026-05-01T08:00:00.000Z',
    updatedAt: '2026-05-01T08:00:00.000Z',
    version: 1,
    title: `${title} ${i}`,
  }));

/** A log that can be set back, as by a restore under a running server. */
function sourceOf(rows: readonly StoredRecord[]): SnapshotSource & { at: number; walks: number } {
  return {
    logId: 'log',
    at: 10,
    walks: 0,
    async head() {
      return this.at;
    },
    async *walk(_collection, _where, pageSize) {
      this.walks += 1;
      for (let from = 0; from < rows.length; from += pageSize) yield rows.slice(from, from + pageSize);
    },
  };
}

const parts = [{ definition: notes, where: undefined }];
let nowMs: number;
let made: number;
let snapshots: Snapshots;

beforeEach(() => {
  nowMs = 0;
  made = 0;
  snapshots = createSnapshots(
    () => nowMs,
    () => `snapshot-${++made}`,
  );
});

test.each([0, 1, 249, 250, 999, 1_000, 1_001, 2_350])(
  '%d records in chunks of a thousand, each once',
  async (count) => {
    const rows = rowsOf(count);
    const snapshot = await snapshots.latest('s', sourceOf(rows), [...parts, ...parts]);
    const chunks = snapshot.chunks.map((chunk) => JSON.parse(gunzipSync(chunk).toString()));
    expect(snapshot.rows).toBe(2 * count);
    const sizes = chunks.map((chunk) => chunk.records.length);
    expect(sizes).toHaveLength(2 * Math.ceil(count / 1_000));
    expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(1_000);
    const expected = rows.map(({ id }, i) => [id, `${title} ${i}`]);
    const found = chunks.flatMap((chunk) => chunk.records.map((r: StoredRecord) => [r.id, r['title']]));
    expect(found).toEqual([...expected, ...expected]);
    expect(new Set(chunks.map((chunk) => chunk.collection))).toEqual(new Set(count === 0 ? [] : ['notes']));
  },
);

test('what a chunk is packed from may be long: it grows', async () => {
  const rows = rowsOf(1_000).map((row) => ({ ...row, body: 'ü€'.repeat(1_000) }));
  const { chunks } = await snapshots.latest('s', sourceOf(rows), parts);
  const [chunk] = chunks.map((one) => JSON.parse(gunzipSync(one).toString()));
  expect(chunk.records.map((r: StoredRecord) => r['body'])).toEqual(rows.map(({ body }) => body));
});

test('one build serves all who come at once, and who comes later', async () => {
  const source = sourceOf(rowsOf(3));
  const all = await Promise.all(Array.from({ length: 20 }, () => snapshots.latest('s', source, parts)));
  nowMs += 29 * minuteMs;
  source.at += 5_000;
  all.push(await snapshots.latest('s', source, parts));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(source.walks).toBe(1);
  source.at += 1;
  expect((await snapshots.latest('s', source, parts)).seq).toBe(5_011);
});

test('a snapshot beyond the head of a log that was set back is not handed out', async () => {
  const source = sourceOf(rowsOf(3));
  const before = await snapshots.latest('s', source, parts);
  source.at -= 1;
  const after = await snapshots.latest('s', source, parts);
  expect(after.id).not.toBe(before.id);
  expect(after.seq).toBe(9);
});

test('chunks stay for half an hour after their snapshot was last asked for', async () => {
  const source = sourceOf(rowsOf(3));
  const { id } = await snapshots.latest('s', source, parts);
  nowMs += 20 * minuteMs;
  await snapshots.latest('s', source, parts);
  nowMs += 20 * minuteMs;
  await snapshots.latest('other', source, parts);
  expect(snapshots.find('s', id)?.id).toBe(id);
  expect(snapshots.find('other', id)).toBeNull();
  nowMs += 11 * minuteMs;
  await snapshots.latest('third', source, parts);
  expect(snapshots.find('s', id)).toBeNull();
});

test('of more than may be kept the one asked for longest ago goes', async () => {
  const source = sourceOf(rowsOf(1));
  const ids: string[] = [];
  for (let n = 0; n < 24; n++) ids.push((await snapshots.latest(`s${n}`, source, parts)).id);
  await snapshots.latest('s0', source, parts);
  await snapshots.latest('s24', source, parts);
  const kept = ids.map((id, n) => snapshots.find(`s${n}`, id) !== null);
  expect(kept).toEqual(ids.map((_, n) => n !== 1));
});
