/**
 * The protocol's own conformance suite (0.1.16, all scenarios) against the real server, which has the suite's fixtures for
 * this alone. The suite sends no credential: what it is loaded with adds one.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformanceExtras } from '#test/fixtures/mcp-conformance.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const limitMs = 300_000;
const bytesMax = 64 * 1024 * 1024;

let house: TestServer;

beforeAll(async () => {
  house = await openTestServer({}, [], conformanceExtras);
});
afterAll(() => house?.close());

test(
  'no scenario fails',
  async () => {
    const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-suite-'));
    const preload = join(import.meta.dirname, '../../../fixtures/send-credential.ts');
    const { apiKey } = await house.tenant('acme');
    const words = ['server', '--url', `${house.url}/mcp`, '--suite', 'all', '--output-dir', folder];
    const env = { ...process.env, CREDENTIAL: apiKey };
    const output = await new Promise<string>((resolve) =>
      // It exits with 1 where something failed; what, it has said.
      execFile(
        process.execPath,
        ['--import', preload, script, ...words],
        { env, maxBuffer: bytesMax },
        (_fault, stdout, stderr) => resolve(stdout + stderr),
      ),
    );
    rmSync(folder, { recursive: true, force: true });
    const lines = output.split('\n');
    const failed = lines.filter((line) => line.startsWith('✗'));
    const total = /Total: (\d+) passed, (\d+) failed/.exec(output);
    expect({ failed, total: total?.[2], said: failed.length > 0 ? output.slice(0, 5_000) : '' }).toEqual({
      failed: [],
      total: '0',
      said: '',
    });
    expect(Number(total?.[1])).toBeGreaterThanOrEqual(44);
  },
  limitMs,
);
