/** Webhooks as a way in: addresses that lead inside, receivers that misbehave, secrets that go stale (S01–S07, S13, S14). */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, minuteMs } from '#shared/base/time.ts';
import { answerWith, openReceiver, type Receiver } from '#test/fixtures/receiver.ts';
import { verifiedAt } from '#test/fixtures/verify-webhook.ts';
import {
  type LabSetting,
  openWebhookLab,
  patience,
  type WebhookLab,
} from '#test/server/modules/webhooks/webhook-lab.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What ends first was opened last: a hanging receiver would keep the lab from ending. */
async function opened(setting: LabSetting = {}): Promise<{ lab: WebhookLab; receiver: Receiver }> {
  const lab = await openWebhookLab(setting);
  const receiver = await another();
  closing.push(() => lab.close());
  return { lab, receiver };
}

async function another(): Promise<Receiver> {
  const receiver = await openReceiver('0.0.0.0');
  closing.unshift(() => receiver.close());
  return receiver;
}

const insideAddresses: readonly (readonly [string, string])[] = [
  ...[
    '127.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    '169.254.169.254',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[ff02::1]',
  ].map((host) => ['S01', host] as const),
  ...[
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0x7f000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'intranet',
    '127.0.0.1.nip.io',
    '10-0-0-1.sslip.io',
    'app.10.0.0.1.example.com',
    '7f000001.nip.io',
    'localtest.me',
  ].map((host) => ['S02', host] as const),
];

const strangeAddresses = [
  'file:///etc/passwd',
  'gopher://example.com/',
  'ftp://example.com/',
  'data:text/plain,a',
  'https://user:pass@example.com/',
  'https://user@example.com/',
  'http://example.com:22/',
  'http://example.com:25/',
  'http://example.com:6379/',
  'http://example.com:0/',
  'not an address',
  'http://',
];

test('S01 S02 S05 what leads inside, or to no web server, is refused when it is saved: made, changed, in bulk', async () => {
  const { lab } = await opened({ allowPrivate: false });
  const { id } = await lab.endpoint({ url: 'https://example.com/hook' });
  const reasons = new Map<string, string>();
  for (const url of [...insideAddresses.map(([, host]) => `http://${host}:8080/x`), ...strangeAddresses]) {
    const made = await lab.run({ verb: 'create', collection: 'webhooks', input: { url } });
    const changed = await lab.run({ verb: 'update', collection: 'webhooks', id, input: { url } });
    for (const outcome of [made, changed]) {
      expect(outcome.kind, url).toBe('refused');
      if (outcome.kind === 'refused') reasons.set(url, outcome.errors[0].code);
    }
  }
  const bulk = await lab.run({
    verb: 'bulk',
    collection: 'webhooks',
    input: { create: [{ url: 'http://127.0.0.1/' }] },
  });
  expect(bulk.kind === 'refused' || JSON.stringify(bulk).includes('webhook_url_refused')).toBe(true);
  expect(await lab.store.count('webhooks')).toBe(1);
  // The field itself knows no other schemes; all the rest is the rule's to refuse.
  expect(new Set(reasons.values()).has('webhook_url_refused')).toBe(true);
  expect((await lab.webhook(id)).url).toBe('https://example.com/hook');
});

test('S01 S02 S05 the same is refused when it is sent to, however it came to be stored', async () => {
  const { lab, receiver } = await opened({ allowPrivate: false, permits: () => true });
  const port = new URL(receiver.url).port;
  const urls = [...insideAddresses.map(([, host]) => `http://${host}:${port}/`), ...strangeAddresses];
  const ids: string[] = [];
  for (const _ of urls) ids.push((await lab.endpoint({ url: 'https://example.com/hook', events: ['sample.*'] })).id);
  // Past the rule that refuses them: as a release without it may have stored them.
  await lab.store.commit('system:test', async (tx) => {
    for (const [n, id] of ids.entries()) await tx.update('webhooks', id, { url: urls[n] });
    return ok(null);
  });
  await lab.notes('secret');
  await expect.poll(async () => (await lab.attempts()).length, patience).toBe(urls.length);
  expect(new Set((await lab.attempts()).map(({ problem }) => problem))).toEqual(new Set(['address_refused']));
  expect(receiver.received).toEqual([]);
});

test('S01 S02 names that resolve to anything inside are refused, also beside a public address', async () => {
  const answers: Readonly<Record<string, readonly string[]>> = {
    'inside.example.com': ['127.0.0.1'],
    'both.example.com': ['93.184.215.14', '10.0.0.1'],
    'six.example.com': ['::1'],
    'metadata.example.com': ['169.254.169.254'],
  };
  const { isPublicAddress } = await import('#server/core/policy/addresses/address-rules.ts');
  const { lab, receiver } = await opened({
    allowPrivate: false,
    permits: isPublicAddress,
    resolve: async (name) =>
      (answers[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
  const port = new URL(receiver.url).port;
  for (const name of Object.keys(answers)) await lab.endpoint({ url: `http://${name}:${port}/`, events: ['sample.*'] });
  await lab.notes('secret');
  await expect.poll(async () => (await lab.attempts()).length, patience).toBe(4);
  expect((await lab.attempts()).map(({ problem }) => problem)).toEqual(Array(4).fill('address_refused'));
  expect(receiver.received).toEqual([]);
});

test('S03 a redirect is not followed', async () => {
  const { lab, receiver } = await opened();
  const inside = await another();
  for (const status of [301, 302, 307, 308]) {
    receiver.answer = answerWith(status, { Location: inside.url });
    const { id } = await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
    await lab.notes('secret');
    await expect.poll(async () => (await lab.attempts()).some((one) => one.webhook === id), patience).toBe(true);
    expect((await lab.attempts()).find((one) => one.webhook === id)).toMatchObject({
      status,
      problem: 'redirect_not_followed',
    });
    await lab.run({ verb: 'delete', collection: 'webhooks', id });
  }
  expect(inside.received).toEqual([]);
});

test('S04 a name is resolved once for a connection, and what was judged is what is reached', async () => {
  const asked: string[] = [];
  const { lab, receiver } = await opened({
    allowPrivate: false,
    // Stands for the public addresses.
    permits: (address) => address === '127.0.0.1',
    resolve: async (name) => {
      asked.push(name);
      return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    },
  });
  receiver.answer = answerWith(200, { Connection: 'close' });
  await lab.endpoint({ url: `http://rebind.example.com:${new URL(receiver.url).port}/`, events: ['sample.*'] });
  await lab.notes('first');
  await expect.poll(async () => (await lab.deliveries())[0]?.status, patience).toBe('delivered');
  expect(asked).toEqual(['rebind.example.com']);
  expect(receiver.received[0]!.headers.host).toMatch(/^rebind\.example\.com:/);
  await lab.notes('second');
  await expect.poll(async () => (await lab.deliveries())[1]?.lastProblem, patience).toBe('address_refused');
  expect(receiver.received.length).toBe(1);
});

test('S06 a receiver that streams without end is cut off', async () => {
  const { lab, receiver } = await opened();
  let flooded = 0;
  const pour = (response: ServerResponse) => {
    const part = Buffer.alloc(64 * 1024, 'x');
    // A thousand million bytes, unless the sender closes the connection.
    while (!response.destroyed && flooded < 1e9) {
      flooded += part.length;
      if (!response.write(part)) return;
    }
  };
  receiver.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    response.on('drain', () => pour(response));
    pour(response);
  };
  await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes('one');
  await expect.poll(async () => (await lab.attempts()).length, patience).toBe(1);
  const [attempt] = await lab.attempts();
  expect(attempt).toMatchObject({ status: 200, problem: null });
  expect(attempt!.responseBody).toMatch(/^x{4000,4095}…$/);
  // What lies in the buffers of two sockets, and no more.
  expect(flooded).toBeLessThan(100e6);
  await expect.poll(() => receiver.busy.now, patience).toBe(0);
});

test('S06 a receiver that drips or hangs is cut off', async () => {
  const { lab } = await opened({ limitMs: 1_500 });
  const [drip, hang] = [await another(), await another()];
  drip.answer = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  };
  hang.answer = () => {};
  const ids: string[] = [];
  for (const { url } of [drip, hang]) ids.push((await lab.endpoint({ url, events: ['sample.*'] })).id);
  await lab.notes('one');
  await expect.poll(async () => (await lab.attempts()).length, patience).toBe(2);
  const attempts = await lab.attempts();
  const [dripping, hanging] = ids.map((id) => attempts.find((one) => one.webhook === id)!);
  expect(dripping).toMatchObject({ status: 200, problem: null });
  expect(hanging).toMatchObject({ status: null, problem: 'timeout' });
  for (const one of [drip, hang]) await expect.poll(() => one.busy.now, patience).toBe(0);
});

test('S07 a packed answer is not unpacked', async () => {
  const { lab, receiver } = await opened();
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  receiver.answer = (response) => {
    response.on('error', () => {});
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': bomb.length }).end(bomb);
  };
  await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes('one');
  await expect.poll(async () => (await lab.attempts()).length, patience).toBe(1);
  expect(receiver.received[0]!.headers['accept-encoding']).toBe('identity');
  expect((await lab.attempts())[0]!.responseBody).toMatch(/^\(\d+ bytes, gzip\)/);
});

test('answers that hold what no database takes are kept all the same', async () => {
  const { lab, receiver } = await opened();
  const strange = Buffer.from([0x61, 0, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x62]);
  receiver.answer = (response) => response.writeHead(200, { 'X-Strange': 'a\u00ffb' }).end(strange);
  await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes(`\u{1F600}`.repeat(79));
  await expect.poll(async () => (await lab.attempts()).length, patience).toBe(1);
  const [attempt] = await lab.attempts();
  expect(attempt!.responseBody).toMatch(/^a\uFFFD+b$/);
  expect(attempt!.requestBody!.isWellFormed()).toBe(true);
});

test('endpoints that hang delay no others, and get few requests at once', async () => {
  const { lab, receiver } = await opened();
  const dead = [await another(), await another(), await another()];
  for (const one of dead) {
    one.answer = () => {};
    await lab.endpoint({ url: one.url, events: ['sample.*'] });
  }
  const { id } = await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes(...Array.from({ length: 100 }, (_, i) => `note ${i}`));
  const delivered = async () =>
    (await lab.deliveries()).filter((one) => one.webhook === id && one.status === 'delivered').length;
  await expect.poll(delivered, patience).toBe(100);
  for (const one of dead) expect(one.busy.most).toBeLessThanOrEqual(16);
  expect(lab.webhooks().figures(lab.pace.nowMs).inFlight).toBeLessThanOrEqual(3 * 16);
});

test('S13 a secret is replaced with an overlap of a day: then the old one is dead', async () => {
  const { lab, receiver } = await opened();
  const arrived = (count: number) => expect.poll(() => receiver.received.length, patience).toBe(count);
  const { id, secret: old } = await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  const { secret: renewed } = (await lab.act('webhooks.rotate_secret', { webhook: id })) as { secret: string };
  await lab.notes('during');
  await arrived(1);
  expect(receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  expect([
    verifiedAt(lab.pace.nowMs, receiver.received[0]!, old),
    verifiedAt(lab.pace.nowMs, receiver.received[0]!, renewed),
  ]).toEqual([true, true]);
  lab.pace.pass(dayMs);
  await lab.notes('afterwards');
  await arrived(2);
  expect([
    verifiedAt(lab.pace.nowMs, receiver.received[1]!, old),
    verifiedAt(lab.pace.nowMs, receiver.received[1]!, renewed),
  ]).toEqual([false, true]);
});

test('S14 what fails is tried ten times over three days under one id; then the endpoint is switched off, its owners get a mail, and a replay sends it', async () => {
  const { lab, receiver } = await opened();
  await lab.store.commit('system:test', async (tx) => {
    const person = { email: 'o@example.org', role: 'owner', status: 'active', emailKey: 'o@example.org' };
    await tx.create('members', person);
    await tx.create('members', { ...person, email: 'v@example.org', emailKey: 'v@example.org', role: 'viewer' });
    return { ok: true, value: null };
  });
  receiver.answer = answerWith(500, {}, 'no');
  const { id } = await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes('down');
  const begun = lab.pace.nowMs;
  await lab.passUntil(hourMs, async () => (await lab.webhook(id)).status === 'disabled');
  expect(receiver.received.length).toBe(10);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(lab.pace.nowMs - begun).toBeGreaterThan(65 * hourMs);
  const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']) * 1_000);
  expect(times.at(-1)! - times.at(-2)!).toBeGreaterThan(21 * hourMs);
  expect(await lab.webhook(id)).toMatchObject({ disabledReason: 'failing' });
  expect((await lab.deliveries())[0]).toMatchObject({ status: 'failed', attempts: 10, lastProblem: 'status_500' });
  await expect.poll(() => lab.notices.length, patience).toBe(1);
  expect(lab.notices[0]).toMatchObject({ recipient: { email: 'o@example.org' } });
  expect((await lab.store.find('audit_entries', { limit: 100 })).map((one) => one['action'])).toContain(
    'webhook.disabled',
  );
  // While it is off, changes are only in the log.
  await lab.notes('missed');
  receiver.answer = answerWith(200);
  expect((await lab.run({ verb: 'act', action: 'webhooks.test', input: { webhook: id } })).kind).toBe('refused');
  lab.pace.pass(minuteMs);
  await lab.act('webhooks.enable', { webhook: id });
  const from = new Date(begun - 1).toISOString();
  const replay = await lab.act('webhooks.replay', { webhook: id, from });
  const statuses = async () => (await lab.deliveries()).map(({ status }) => status);
  await expect.poll(statuses, patience).toEqual(['delivered', 'delivered']);
  const titles = receiver.received.map(
    ({ message }) => (message['data'] as { record: { title: string } }).record.title,
  );
  expect(titles.slice(10)).toEqual(['down', 'missed']);
  expect(receiver.received[10]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id']);
  await expect
    .poll(() => lab.store.get('webhook_replays', String(replay['id'])), patience)
    .toMatchObject({ status: 'done', deliveries: 2 });
  expect(await lab.webhook(id)).toMatchObject({ status: 'active', failingSince: null });
});
