/** A PostgreSQL of tests is not left over when the process that started it is killed. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';

const fixture = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'postgres-server.ts');
const program = `const { startPostgres } = await import(${JSON.stringify(fixture)});
  process.stdout.write(String((await startPostgres()).processId()), () => process.kill(process.pid, 'SIGKILL'));`;

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a PostgreSQL ends with the process that started it, also when that is killed', async () => {
  const killed = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]).catch(
    (end) => end,
  );
  expect(killed.signal).toBe('SIGKILL');
  const pid = Number(killed.stdout);
  expect(pid).toBeGreaterThan(0);
  await vi.waitFor(() => expect(isThere(pid)).toBe(false), { timeout: 60_000 });
});
