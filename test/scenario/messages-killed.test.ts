/**
 * A server that is killed at random points while it sends a message by a real mail server: after its restart it goes on
 * where it was. Each person gets one mail; what was under way at a kill may come again, under the same Message-ID.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { mailPace } from '#server/modules/events/letters/send-mails.ts';
import { tenantHere } from '#test/fixtures/admin-words.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';
import { sampleEvent } from '../server/modules/events/events-module.ts';

const people = 80;
const kills = 3;
const patience = { timeout: 120_000 } as const;

interface Received {
  readonly to: string;
  readonly messageId: string;
}

async function openMailServer() {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      simpleParser(stream).then(({ messageId }) => {
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId: messageId ?? '' });
        done();
      }, done);
    },
  });
  // Connections of a killed process end without a word.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

test('killed in the middle of a message, again and again: one mail each', async () => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`kills: TEST_SEED=${seed}\n`);
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-messages-'));
  const mail = await openMailServer();
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), SMTP_URL: mail.url };
  let server: ServerProcess | null = null;
  try {
    const { apiKey } = await tenantHere('acme', 'events', env);
    server = await startServerProcess(env);
    const { url } = server;
    const ask = async (method: string, path: string, json?: object) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const response = await fetch(url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
      return (await response.json()) as Record<string, unknown>;
    };
    const when = { startsAt: '2099-05-11T07:00:00Z', endsAt: '2099-05-11T17:00:00Z' };
    const event = (await ask('POST', '/events', sampleEvent(when)))['id'];
    const attendees = Array.from({ length: people }, (_one, i) => ({
      ...{ ticketType: 'standard', name: `P${i}`, email: `p${i}@example.org` },
    }));
    await ask('POST', `/events/${event}/registrations/import`, { attendees });
    const sent = await ask('POST', `/events/${event}/messages`, { subject: 'News', body: 'Dear {name}' });
    expect(sent['recipients']).toBe(people);
    const step = Math.floor(people / (kills + 1));
    for (let n = 0; n < kills; n += 1) {
      const reached = n * step + ((seed >> (n * 5)) % step);
      await expect.poll(() => mail.received.length, patience).toBeGreaterThanOrEqual(reached);
      await server.kill();
      // Later than every claim of those before: what was begun goes on now, be it a mail or the list of recipients.
      const later = { NOW_OFFSET_MS: String((n + 1) * 2 * mailPace.claimMs) };
      server = await startServerProcess({ ...env, ...later });
    }
    const reachedAll = () => new Set(mail.received.map(({ to }) => to)).size;
    await expect.poll(reachedAll, patience).toBe(people);
    const counts = async () => {
      const [batch] = (await ask('GET', '/api/v1/message_batches'))['data'] as readonly Record<string, unknown>[];
      return [batch?.['state'], batch?.['sent']];
    };
    await expect.poll(counts, patience).toEqual(['sent', people]);
    expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(people);
    expect(mail.received.length).toBeLessThanOrEqual(people + kills * mailPace.atOnceMax);
  } finally {
    await server?.kill();
    await mail.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 300_000);
