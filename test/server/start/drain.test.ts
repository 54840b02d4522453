/** A server that stops after a balancer has taken it out (`DRAIN_MS`): it answers every request that it has accepted, also on a starved machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Running, runChild } from '#test/fixtures/child.ts';

/** Longer than the quiet second after which a server goes. */
const stoppedMs = 1_500;

let dataDir: string;
let server: Running;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  server = runChild('server/start/main.js', [], { DATA_DIR: dataDir, PORT: '0', DRAIN_MS: '60000' });
});
afterEach(async () => {
  server.child.kill('SIGCONT');
  server.child.kill('SIGKILL');
  await server.ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** All that the server says on a connection of its own. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let said = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(said));
  });
}

test('requests that came while it had no processor are answered before it goes', async () => {
  const [, url = ''] = await server.says(/^gatehouse ready (http:\S+)$/m);
  server.child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status), { timeout: 60_000 }).toBe(503);
  server.child.kill('SIGSTOP');
  const request = 'POST /api/v1/auth/redeem HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  const answers = [1, 2, 3].map(() => send(Number(new URL(url).port), request));
  await wait(stoppedMs);
  server.child.kill('SIGCONT');
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 4/);
  expect((await server.ended).code).toBe(0);
});
