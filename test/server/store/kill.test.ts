import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTruth, runWriter } from './child-writer.ts';

test('ST1 kill -9, again and again: every acknowledged row is there once, and its change too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-kill-'));
  const acks = new Map<string, number>();
  let rows = 0;
  for (const [callers, killAfter] of [
    [1, 40],
    [16, 1],
    [64, 333],
    [8, 90],
    [300, 700],
    [2, 25],
  ] as const) {
    const report = await runWriter({ folder, commits: 1_000_000, callers, killAfter });
    expect(report.last).toBeNull();
    expect(report.acks.size).toBeGreaterThanOrEqual(killAfter);
    for (const [id, seq] of report.acks) acks.set(id, seq);
    const before = rows;
    rows = await checkTruth(folder, { acks });
    expect(rows).toBeGreaterThanOrEqual(before + report.acks.size);
  }
  rmSync(folder, { recursive: true });
});
