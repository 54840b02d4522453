/** Changes reach those who asked for them, signed, in order, in time that the test turns. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FollowerContext } from '#server/core/collections/follower.ts';
import { scheduleAgain } from '#server/core/log/followers/schedule-again.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, minuteMs } from '#shared/base/time.ts';
import { answerWith, openReceiver, type Received, type Receiver } from '#test/fixtures/receiver.ts';
import { verifiedAt } from '#test/fixtures/verify-webhook.ts';
import { openWebhookLab, patience, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
let receiver: Receiver;

beforeEach(async () => {
  lab = await openWebhookLab();
  receiver = await openReceiver();
});
afterEach(async () => {
  await lab.close();
  await receiver.close();
});

const arrived = (count: number) => expect.poll(() => receiver.received.length, patience).toBe(count);
const statuses = async () => (await lab.deliveries()).map(({ status }) => status);
const settled = (...all: string[]) => expect.poll(statuses, patience).toEqual(all);
const titles = () =>
  receiver.received.map(({ message }) => (message['data'] as { record: { title: string } }).record.title);

const verified = (received: Received, secret: string | null) => verifiedAt(lab.pace.nowMs, received, secret);

test('a change arrives once, signed, with what an owner sees of it', async () => {
  const { id, secret } = await lab.endpoint({ url: `${receiver.url}/hook?a=1#b`, events: ['sample.*'] });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
  const [note] = await lab.notes('first');
  await settled('delivered');
  await lab.rename(note!.id, 'renamed');
  await settled('delivered', 'delivered');
  const [created, updated] = receiver.received as [Received, Received];
  expect(created).toMatchObject({ method: 'POST', path: '/hook?a=1' });
  const [delivery] = await lab.deliveries();
  expect(created.headers['webhook-id']).toBe(delivery!.id);
  expect(created.message).toMatchObject({
    id: delivery!.id,
    type: 'sample.note.created',
    timestamp: note!.createdAt,
    tenant: lab.tenant,
    sequence: delivery!.sequence,
    data: { record: { id: note!.id, title: 'first', version: 1 } },
  });
  expect(created.text).not.toContain('passwordHash');
  expect(updated.message).toMatchObject({
    type: 'sample.note.updated',
    data: { record: { title: 'renamed' }, previous: { title: 'first' } },
  });
  expect(verified(created, secret)).toBe(true);
  expect(verified({ ...created, text: created.text.replace('first', 'worst') }, secret)).toBe(false);
  // Nowhere but in the answer to its creation.
  const shown = await lab.run({ verb: 'get', collection: 'webhooks', id });
  expect(JSON.stringify(shown)).not.toMatch(/whsec_|sealed/);
  const attempt = (await lab.attempts()).find((one) => one.delivery === delivery!.id);
  expect(attempt).toMatchObject({ delivery: delivery!.id, status: 200, problem: null, requestBody: created.text });
  expect(JSON.stringify(attempt)).not.toContain(String(created.headers['webhook-signature']));
});

test('events and collections choose; each type of a change is a message of its own; nothing before it was made', async () => {
  // Also not where the log is read later.
  await lab.restart(async () => {
    await lab.notes('before');
    lab.pace.pass(1);
    await lab.endpoint({ url: receiver.url, events: ['sample.note.*'] });
  });
  await lab.notes('first');
  await arrived(1);
  expect(titles()).toEqual(['first']);
  const [early] = await lab.store.find('webhooks', { limit: 1 });
  await lab.run({ verb: 'delete', collection: 'webhooks', id: early!.id });
  receiver.received.length = 0;
  const other = await openReceiver();
  // Earlier changes are recognized by their time, however late they are read.
  lab.pace.pass(1);
  await lab.endpoint({ url: receiver.url, events: ['sample.note.updated', 'sample.note.deleted'] });
  lab.pace.pass(1);
  await lab.endpoint({ url: other.url, collections: ['webhooks'] });
  const [note] = await lab.notes('after');
  await lab.rename(note!.id, 'again');
  await lab.store.commit('user:a', async (tx) => {
    await tx.delete('notes', note!.id);
    return { ok: true, value: null };
  });
  await arrived(2);
  lab.pace.pass(1);
  const third = await lab.endpoint({ url: `${receiver.url}/third`, events: ['webhooks.*'] });
  await lab.run({ verb: 'update', collection: 'webhooks', id: third.id, input: { status: 'disabled' } });
  await expect.poll(() => other.received.length, patience).toBe(3);
  expect(receiver.received.map(({ message }) => message['type'])).toEqual([
    'sample.note.updated',
    'sample.note.deleted',
  ]);
  expect(other.received.map(({ message }) => message['type'])).toEqual([
    'webhooks.endpoint.created',
    'webhooks.endpoint.updated',
    'webhooks.endpoint.disabled',
  ]);
  expect(other.received.every(({ text }) => !/sealed|whsec/.test(text))).toBe(true);
  await other.close();
});

test('one message and a range are sent again where that is asked for; a test message is no change', async () => {
  const { id } = await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  const begun = lab.pace.nowMs;
  await lab.notes('a', 'b');
  await settled('delivered', 'delivered');
  const [first] = await lab.deliveries();
  await lab.act('webhooks.replay_delivery', { delivery: first!.id });
  await arrived(3);
  expect(receiver.received[2]!.headers['webhook-id']).toBe(first!.id);
  await settled('delivered', 'delivered');
  const range = { webhook: id, from: new Date(begun).toISOString() };
  const none = await lab.act('webhooks.replay', range);
  await expect
    .poll(() => lab.store.get('webhook_replays', String(none['id'])), patience)
    .toMatchObject({ status: 'done', deliveries: 0 });
  await lab.act('webhooks.replay', { ...range, which: 'all' });
  await arrived(5);
  await lab.act('webhooks.test', { webhook: id });
  await arrived(6);
  expect(receiver.received[5]!.message).toMatchObject({ type: 'webhooks.endpoint.tested', sequence: 0 });
});

test('changes of one record wait for an earlier one that fails; other records go on', async () => {
  let isBroken = true;
  receiver.answer = (response, { message }) => {
    const { record } = message['data'] as { record: { title: string } };
    response.writeHead(isBroken && record.title.startsWith('poor') ? 503 : 200).end();
  };
  await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  const [poor, rich] = await lab.notes('poor', 'rich');
  await expect.poll(async () => (await lab.deliveries())[0]?.attempts, patience).toBe(1);
  await lab.rename(poor!.id, 'poor, still');
  await lab.rename(rich!.id, 'rich, still');
  await settled('pending', 'delivered', 'waiting', 'delivered');
  expect(titles()).not.toContain('poor, still');
  await lab.restart();
  isBroken = false;
  await lab.passUntil(1_000, async () => (await statuses()).every((one) => one === 'delivered'));
  expect(
    titles()
      .filter((title) => title.startsWith('poor'))
      .slice(-2),
  ).toEqual(['poor', 'poor, still']);
});

test('an endpoint that never answers has a bounded part of the slots, and delays no other', async () => {
  const silent = await openReceiver();
  try {
    silent.answer = () => {};
    await lab.endpoint({ url: silent.url, events: ['sample.*'] });
    await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
    const all = Array.from({ length: 40 }, (_, i) => `note ${i}`);
    await lab.notes(...all);
    await expect.poll(() => new Set(titles()).size, patience).toBe(all.length);
    await expect.poll(() => silent.busy.most, patience).toBeGreaterThan(0);
    expect(silent.busy.most).toBeLessThanOrEqual(16);
  } finally {
    await silent.close();
  }
});

test('410 switches it off at once, also after successes; Retry-After is respected, in bounds', async () => {
  let answer = answerWith(503, { 'Retry-After': '3600' });
  receiver.answer = (response, received) =>
    received.text.includes('"title":"later"') ? answer(response, received) : response.writeHead(200).end();
  const { id } = await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes('later');
  await expect.poll(async () => (await lab.deliveries())[0]?.attempts, patience).toBe(1);
  const [delivery] = await lab.deliveries();
  expect(Date.parse(delivery!.nextAttemptAt!) - Date.parse(delivery!.lastAttemptAt!)).toBeGreaterThanOrEqual(hourMs);
  await lab.notes('fine');
  await settled('pending', 'delivered');
  expect((await lab.webhook(id)).failingSince).toBe(null);
  answer = answerWith(410);
  await lab.passUntil(10 * minuteMs, async () => (await lab.webhook(id)).status === 'disabled');
  expect(await lab.webhook(id)).toMatchObject({ disabledReason: 'gone' });
  expect(receiver.received.length).toBe(3);
});

test('a wait that an answer asked for is kept with any status', async () => {
  receiver.answer = answerWith(500, { 'Retry-After': '3600' });
  await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes('later');
  await expect.poll(async () => (await lab.deliveries())[0]?.attempts, patience).toBe(1);
  const [before] = await lab.deliveries();
  const commit: FollowerContext['commit'] = async (plan) => {
    const done = await lab.store.commit('system:test', plan);
    return done.ok ? ok(done.value.value) : done;
  };
  const context = { tenant: lab.tenant, clock: lab.pace.clock, newId: randomUUID, reader: lab.store, commit };
  for (const one of (lab.webhooks().module.jobs ?? []).flatMap((job) => job.scheduled ?? []))
    await scheduleAgain(one, context);
  const [after] = await lab.deliveries();
  expect(Date.parse(before!.nextAttemptAt!) - Date.parse(before!.lastAttemptAt!)).toBeGreaterThanOrEqual(hourMs);
  expect(after).toMatchObject({ attempts: 1, nextAttemptAt: before!.nextAttemptAt });
});

test('one message that is never taken does not switch off an endpoint that takes others', async () => {
  receiver.answer = (response, { text }) => response.writeHead(text.includes('poison') ? 500 : 200).end();
  const { id } = await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes('poison');
  await expect.poll(async () => (await lab.deliveries())[0]?.attempts, patience).toBe(1);
  await lab.notes('fine');
  await settled('pending', 'delivered');
  await lab.restart(async () => {
    // All but the last of its attempts were made.
    const [poisoned] = await lab.deliveries();
    await lab.store.commit('system:test', async (tx) =>
      ok(await tx.update('webhook_deliveries', poisoned!.id, { attempts: 9 })),
    );
  });
  await lab.passUntil(1_000, async () => (await lab.deliveries())[0]?.status === 'failed');
  expect((await lab.deliveries())[0]).toMatchObject({ attempts: 10 });
  expect((await lab.webhook(id)).status).toBe('active');
});

test('what was queued when the process ended is sent by the next one', async () => {
  await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  receiver.answer = answerWith(500);
  await lab.notes(...Array.from({ length: 50 }, (_, i) => `note ${i}`));
  await expect.poll(async () => (await lab.deliveries()).length, patience).toBe(50);
  await lab.restart();
  receiver.answer = answerWith(200);
  await lab.passUntil(1_000, async () => (await statuses()).every((one) => one === 'delivered'));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(50);
});

test('after 30 days the delivery log is gone', async () => {
  await lab.endpoint({ url: receiver.url, events: ['sample.*'] });
  await lab.notes('old');
  await settled('delivered');
  await expect.poll(async () => (await lab.attempts()).length, patience).toBe(1);
  await lab.passUntil(dayMs, async () => (await lab.deliveries()).length + (await lab.attempts()).length === 0);
});
