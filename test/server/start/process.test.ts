/** The server as a process: ready line, SIGTERM, a second one on the same data, and what its log tells of people. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scrub } from '#server/http/scrub.ts';
import { readConfig } from '#server/start/config.ts';
import { startServer } from '#server/start/open-server.ts';
import { type Running, runChild } from '#test/fixtures/child.ts';
import type { Body } from '#test/fixtures/test-server.ts';

let dataDir: string;
const running: Running[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
});
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<{ process: Running; url: string }> {
  const process = runChild('server/start/main.js', [], { DATA_DIR: dataDir, PORT: '0', ...env });
  running.push(process);
  const [, url = ''] = await process.says(/^gatehouse ready (http:\S+)$/m);
  return { process, url };
}

async function demo(): Promise<Body> {
  const { code, out, err } = await runChild('server/operations/admin.ts', ['demo', '--attendees', '3', '--json'], {
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://gate.example',
  }).ended;
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Body;
}

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: what runs is finished, nothing new is taken, exit 0',
    async (signal) => {
      const made = await demo();
      const { process, url } = await start();
      // A request whose body has not arrived yet is in progress.
      const body = JSON.stringify({ qrCode: 'rubbish', gateId: 'main-entrance' });
      const answered = new Promise<number>((resolve, reject) => {
        const sent = request(
          `${url}/events/checkin`,
          {
            method: 'POST',
            headers: {
              authorization: `Bearer ${made['apiKey']}`,
              'content-type': 'application/json',
              'content-length': body.length,
              // The server's "go on" says that the request is in its hands.
              expect: '100-continue',
            },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        );
        sent.on('error', reject);
        sent.flushHeaders();
        sent.once('continue', async () => {
          sent.write(body.slice(0, 5));
          process.child.kill(signal);
          await expect
            .poll(
              () =>
                fetch(`${url}/healthz`).then(
                  () => 'open',
                  () => 'closed',
                ),
              { timeout: 60_000 },
            )
            .toBe('closed');
          sent.end(body.slice(5));
        });
      });
      expect(await answered).toBe(422);
      expect(await process.ended).toMatchObject({ code: 0 });
    },
  );

  test('an open socket and an idle connection do not hold it up', async () => {
    const made = await demo();
    const { process, url } = await start();
    await fetch(`${url}/healthz`);
    const { io } = await import('socket.io-client');
    const socket = io(url, { auth: { token: made['apiKey'] }, transports: ['websocket'], reconnection: false });
    await new Promise((resolve) => socket.on('connect', () => resolve(null)));
    process.child.kill('SIGTERM');
    expect(await process.ended).toMatchObject({ code: 0, err: expect.not.stringContaining('"error"') });
    socket.disconnect();
  });
});

describe('starting', () => {
  test('a second server on the same data folder is refused with a sentence; administration is not', async () => {
    const first = await start();
    const second = await runChild('server/start/main.js', [], { DATA_DIR: dataDir, PORT: '0' }).ended;
    expect([second.code, second.out]).toEqual([2, '']);
    expect(second.err).toMatch(/^gatehouse: Another Gatehouse server uses .*\.\n$/m);
    expect(
      (await runChild('server/operations/admin.ts', ['tenant', 'create', 'beside'], { DATA_DIR: dataDir }).ended).code,
    ).toBe(0);
    // However the first one ends, its place is free.
    first.process.child.kill('SIGKILL');
    await first.process.ended;
    expect((await fetch(`${(await start()).url}/healthz`)).status).toBe(200);
  });

  test('where the port is taken, what was opened before is closed', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const closed = vi.spyOn(Server.prototype, 'close');
    try {
      const config = readConfig({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' });
      await expect(startServer(config)).rejects.toThrow('is used by another program');
      expect(closed).toHaveBeenCalledTimes(1);
    } finally {
      closed.mockRestore();
      taken.close();
    }
  });

  test('a taken port, an address that is not ours, and a folder that is none are said in one line', async () => {
    const taken: Server = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const table: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [
        { PORT: String(port) },
        /^gatehouse: 127\.0\.0\.1:\d+ is used by another program\. Stop that program, or set PORT\.$/m,
      ],
      [
        { PORT: '0', HOST: '203.0.113.7' },
        /^gatehouse: 203\.0\.113\.7:0 is not an address of this computer\. Set HOST\.$/m,
      ],
      [
        { PORT: '0', DATA_DIR: join(file, 'data') },
        /^gatehouse: DATA_DIR=.* cannot be written \(ENOTDIR\)\. Choose a folder that can be written\.$/m,
      ],
      [{ PORT: 'x' }, /^gatehouse: PORT must be a whole number from 0 to 65535, not x\.$/m],
    ];
    for (const [env, said] of table) {
      const { code, err, out } = await runChild('server/start/main.js', [], {
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        ...env,
      }).ended;
      expect([code, out]).toEqual([2, '']);
      expect(err.replace(/^.*ExperimentalWarning.*\n.*\n/m, '')).toMatch(said);
      expect(err).not.toMatch(/\bat .*\.ts/);
    }
    taken.close();
  });
});

describe('the log of a busy run', () => {
  test('tells requests and faults, and nothing of people, credentials or ticket pages', async () => {
    const made = await demo();
    const { process, url } = await start({ LOG_LEVEL: 'debug', SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1' });
    const auth = { authorization: `Bearer ${made['apiKey']}` };
    const post = (path: string, body: unknown) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...auth, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const pages = (made['ticketPages'] as { url: string; name: string }[]).map((p) => ({
      path: new URL(p.url).pathname,
      name: p.name,
    }));
    for (const { path } of pages)
      for (const suffix of ['', '/', '?q=1', '/nothing', '/codes.json', '/service-worker.js']) {
        await fetch(url + path + suffix);
        await fetch(`${url}/sandbox${path}${suffix}`);
        await fetch(`${url}${path.replace('/t/', '/T/')}${suffix}`);
      }
    const registered = await post(`/events/${made['eventId']}/registrations`, {
      ticketType: 'standard',
      attendee: { name: 'Grace Secretive', email: 'grace.secretive@example.org', company: 'Hush Ltd' },
    });
    expect(registered.status).toBe(201);
    await post(`/events/${made['eventId']}/registrations`, {
      ticketType: 'standard',
      attendee: { name: 'Broken', email: 'no-mail grace2@example.org' },
    });
    await fetch(`${url}/events/${made['eventId']}/registrations/grace.secretive@example.org`, { headers: auth });
    await fetch(`${url}/api/v1/registrations/grace.secretive@example.org?search=Secretive`, { headers: auth });
    await fetch(`${url}/api/v1/registrations?where[email][equals]=grace.secretive@example.org`, { headers: auth });
    await fetch(`${url}/Grace%20Secretive`, { headers: auth });
    await post('/events/checkin', { qrCode: 'Grace Secretive', gateId: 'main-entrance' });
    await fetch(`${url}/api/v1/auth/me`, { headers: { authorization: 'Bearer gate_sk_live_wrongwrongwrong' } });
    await post('/api/v1/auth/redeem', { token: 'gate_ll_secretsecret' });
    await post('/api/v1/kiosks/pair', { pairingCode: 'ABCD2345', publicKey: 'x', syncVersion: 1 });
    // The mail server is not there: what the driver says of it stands with the mail, and nowhere else.
    const tried = () =>
      fetch(`${url}/api/v1/outgoing_mails?where[problem][exists]=true&limit=1&fields=problem`, { headers: auth }).then(
        (r) => r.text(),
      );
    await expect.poll(tried, { timeout: 60_000 }).toContain('ECONNREFUSED');
    expect(await tried()).not.toContain('hunter2');
    process.child.kill('SIGTERM');
    const { err } = await process.ended;
    expect(err.split('\n').filter((line) => line.includes('"request"')).length).toBeGreaterThan(30);
    expect(err).toContain('"/t/:secret');
    for (const secret of [
      String(made['apiKey']),
      ...pages.flatMap(({ path, name }) => [path.slice(3), name]),
      'Secretive',
      'grace',
      'hunter2',
      'Hush',
      'wrongwrong',
      'secretsecret',
      'ABCD2345',
      '@example.org',
    ])
      expect([secret, err.includes(secret)]).toEqual([secret, false]);
    expect((made['apiKey'] as string).length).toBeGreaterThan(40);
  });

  test('what looks like an address, a credential or a ticket page is struck out of any line', () => {
    const line =
      'mail to <ada.lovelace@example.org> failed: 550 "O\'Neill"@x.example.org gate_sk_live_abc gate_kt_a-b.c_d /t/abc.def-g?x and node_modules/@types/x';
    expect(scrub(line)).toBe(
      'mail to <<address>> failed: 550 "O\'Neill"@x.example.org <credential> <credential> /t/<secret>?x and node_modules/@types/x',
    );
  });
});
