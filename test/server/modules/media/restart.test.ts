/** A server that is killed while it converts a film: after its restart the film is converted once and completely. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tenantHere } from '#test/fixtures/admin-words.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { needBinary } from '#test/fixtures/need-binary.ts';
import { type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';
import type { Body } from '#test/fixtures/test-server.ts';

test('a film that was being made when the server was killed is made after its restart, once', async () => {
  const ffmpeg = await needBinary('ffmpeg', 'ffmpeg');
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-film-'));
  const [tools, begun, go] = ['tools', 'begun', 'go'].map((name) => join(dataDir, name)) as [string, string, string];
  mkdirSync(tools);
  // The real ffmpeg, which waits until it may go on: so that the server can be killed while it works.
  const waits = `#!/bin/sh\necho $$ >> '${begun}'\nwhile [ ! -e '${go}' ]; do sleep 0.1; done\nexec '${ffmpeg}' "$@"\n`;
  writeFileSync(join(tools, 'ffmpeg'), waits);
  chmodSync(join(tools, 'ffmpeg'), 0o755);
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    PATH: `${tools}:${dirname(ffmpeg)}:${process.env['PATH']}`,
  };
  const pidsBegun = () => (existsSync(begun) ? readFileSync(begun, 'utf8').trim().split('\n').map(Number) : []);
  let server: ServerProcess | null = null;
  try {
    const { apiKey } = await tenantHere('acme', 'events', env);
    const headers = { authorization: `Bearer ${apiKey}` };
    const clip = join(dataDir, 'clip.mp4');
    execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'color=size=320x180:duration=1', clip]);
    const form = new FormData();
    form.set('file', new Blob([readFileSync(clip)]), 'clip.mp4');

    server = await startServerProcess(env);
    const sent = await fetch(`${server.url}/api/v1/files`, { method: 'POST', headers, body: form });
    const { id } = ((await sent.json()) as { readonly data: Body }).data;
    await expect.poll(() => pidsBegun().length, { timeout: 60_000 }).toBe(1);
    await server.kill();
    process.kill(pidsBegun()[0]!, 'SIGKILL');
    writeFileSync(go, '');

    server = await startServerProcess(env);
    const { url } = server;
    const ask = async (path: string) =>
      (await (await fetch(url + path, { headers })).json()) as { readonly data: Body };
    const film = async () => (await ask(`/api/v1/files/${id}`)).data;
    await expect.poll(async () => (await film())['status'], { timeout: 60_000 }).toBe('ready');
    const { variants, size } = (await film()) as { readonly variants: readonly Body[]; readonly size: number };
    expect(variants.map((one) => one['name'])).toEqual(['main', 'poster']);
    // Counted once, and nothing lies in the store beside the original and what was made.
    const bytes = variants.reduce((sum, one) => sum + Number(one['size']), size);
    const usage = (await ask('/api/v1/storage_usage')).data as unknown as readonly Body[];
    expect(usage).toMatchObject([{ bytes, files: 1 }]);
    const kept = readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8', withFileTypes: true });
    expect(kept.filter((one) => one.isFile() && one.parentPath.includes(String(id)))).toHaveLength(3);
    expect(await server.stop()).toBe(0);
  } finally {
    await server?.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
