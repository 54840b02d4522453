/** Starts commit-loop.ts, under strace where asked, and afterwards checks its acknowledgements against its database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { visits } from '#test/contract/store-samples.ts';

const loop = new URL('./commit-loop.ts', import.meta.url).pathname;

export interface WriterArguments {
  readonly folder: string;
  readonly commits: number;
  readonly callers: number;
  /** The strace binary and its options, e.g. what to inject. */
  readonly strace?: readonly string[];
  /** Kill -9 after so many acknowledged lines. */
  readonly killAfter?: number;
  /** Kill -9 right after the first commit that failed. */
  readonly dieAtFault?: boolean;
}

export interface WriterReport {
  /** Acknowledged: id → sequence number. */
  readonly acks: ReadonlyMap<string, number>;
  /** What went wrong, one line for each commit that failed. */
  readonly faults: readonly string[];
  /** Of those, the ids of which the store said that nothing was kept. */
  readonly refused: ReadonlySet<string>;
  /** `end`, `unusable …`, or null when it was killed. */
  readonly last: string | null;
}

/** Runs the child to its end, or to the kill. A line cut off by the kill counts as not said. */
export function runWriter(setting: WriterArguments): Promise<WriterReport> {
  const command = [process.execPath, loop, setting.folder, String(setting.commits), String(setting.callers)];
  if (setting.dieAtFault) command.push('die');
  const [file = '', ...rest] = [...(setting.strace ?? []), ...command];
  const child: ChildProcess = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let errors = '';
  let lines = 0;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    lines += text.split('\n').length - 1;
    if (setting.killAfter !== undefined && lines >= setting.killAfter) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`the writer ended with ${code ?? signal}: ${errors}`));
      else resolve(reportOf(out));
    });
  });
}

function reportOf(out: string): WriterReport {
  const lines = out
    .slice(0, out.lastIndexOf('\n') + 1)
    .trimEnd()
    .split('\n');
  const acks = lines.filter((line) => line.startsWith('ack ')).map((line) => line.split(' '));
  const refused = lines.filter((line) => line.startsWith('refused '));
  const last = lines.at(-1) ?? '';
  return {
    acks: new Map(acks.map(([, id = '', seq]) => [id, Number(seq)])),
    faults: lines.filter((line) => /^(refused|doubt) /.test(line)),
    refused: new Set(refused.map((line) => line.split(' ')[1] ?? '')),
    last: last === 'end' || last.startsWith('unusable') ? last : null,
  };
}

/**
 * Opens what the writer left and checks: every acknowledged row is there once, its change too and with the acknowledged
 * number; none that was refused; no row stands without its change; the sequence is dense; and the store takes new
 * writes.
 *
 * @returns how many rows there are
 */
export async function checkTruth(
  folder: string,
  { acks, refused }: Pick<WriterReport, 'acks'> & Partial<Pick<WriterReport, 'refused'>>,
): Promise<number> {
  const store = openSqliteStore({ folder, clock: Date.now, newId: () => uuidv7(Date.now(), randomBytes(10)) });
  try {
    const db = await store.tenant('one');
    await db.migrate([visits]);
    const rows = new Set<string>();
    for await (const page of db.walk('visits')) for (const row of page) rows.add(row.id);
    const changes = await db.since(0, { limit: 10_000 });
    expect(changes.map((c) => c.seq)).toEqual(changes.map((_, i) => i + 1));
    expect(new Set(changes.map((c) => c.id))).toEqual(rows);
    expect(changes).toHaveLength(rows.size);
    const seqs = new Map(changes.map((c) => [c.id, c.seq]));
    expect([...(refused ?? [])].filter((id) => rows.has(id))).toEqual([]);
    expect([...acks].filter(([id, seq]) => seqs.get(id) !== seq)).toEqual([]);
    const next = await db.commit('user:a', async (tx) =>
      ok(await tx.create('visits', { gadget: null, note: 'after' })),
    );
    expect(next).toMatchObject({ ok: true, value: { seq: rows.size + 1 } });
    return rows.size + 1;
  } finally {
    await store.close();
  }
}
