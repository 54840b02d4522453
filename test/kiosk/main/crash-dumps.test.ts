import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dropCrashDumps } from '#kiosk/main/crash-dumps.ts';

const base = await mkdtemp(join(tmpdir(), 'dumps-'));
afterAll(() => rm(base, { recursive: true }));

test('dumps go, wherever Crashpad put them; its settings stay, and a folder that is not there stops nothing', async () => {
  for (const folder of ['new', 'pending', 'completed']) {
    await mkdir(join(base, folder));
    await writeFile(join(base, folder, 'a.dmp'), 'Ada Lovelace');
  }
  await writeFile(join(base, 'pending', 'a.meta'), '');
  await writeFile(join(base, 'settings.dat'), 'x');
  await dropCrashDumps(base);
  const left = ['new/a.dmp', 'pending/a.dmp', 'completed/a.dmp', 'pending/a.meta', 'settings.dat'];
  expect(left.map((name) => existsSync(join(base, name)))).toEqual([false, false, false, false, true]);
  await expect(dropCrashDumps(join(base, 'nowhere'))).resolves.toBeUndefined();
});
