/** Stream keys, targets and states over the API, with messages of the streaming process as it sends them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FollowerContext } from '#server/core/collections/follower.ts';
import type { IngestMessage } from '#server/modules/events/streaming/ingest-message.ts';
import { hashStreamKey } from '#server/modules/events/streaming/stream-key.ts';
import { openControl } from '#server/streaming/control.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { type Body, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';

const secret = 'a-secret-for-tests-of-streaming-0123456789';
let gatehouse: TestServer;
let key = '';
let other = '';

beforeAll(async () => {
  gatehouse = await openTestServer({ STREAMING_SECRET: secret, STREAMING_URL: 'rtmp://live.example' });
  key = (await gatehouse.tenant('streams')).apiKey;
  other = (await gatehouse.tenant('strangers')).apiKey;
});
afterAll(() => gatehouse.close());

const send = (method: string, path: string, json?: unknown, as = key) =>
  gatehouse.send(method, path, { key: as, ...(json === undefined ? {} : { json }) });

async function makeEvent(streaming?: Body): Promise<string> {
  const times = { startsAt: '2027-05-04T08:00:00.000Z', endsAt: '2027-05-05T08:00:00.000Z' };
  const made = await send('POST', '/events', {
    name: 'On air',
    type: 'webinar',
    ...times,
    ...(streaming && { streaming }),
  });
  expect(made.status, made.text).toBe(201);
  return String(made.body['id']);
}

const keyOf = async (event: string) => String((await send('GET', `/events/${event}/streaming/key`)).body['streamKey']);
const statusOf = async (event: string) => (await send('GET', `/events/${event}/streaming/status`)).body;

const advance = (seconds: number) => {
  const { config } = gatehouse.admin;
  Object.assign(config, { nowOffsetMs: config.nowOffsetMs + seconds * 1_000 });
};

const control = (message: Partial<IngestMessage>, withSecret = secret) =>
  openControl({
    apiUrl: gatehouse.url,
    sandboxUrl: `${gatehouse.url}/sandbox`,
    secret: withSecret,
    now: gatehouse.admin.clock,
  })(false, { hasPicture: false, ...message });

const publish = (streamKey: string, publisher: string) =>
  control({ kind: 'publish', publisher, keyHash: hashStreamKey(streamKey) });

const codeOf = (answer: Awaited<ReturnType<typeof control>>) => (answer.ok ? 'ok' : answer.errors[0].code);

test('the key is made when it is first asked for, stays the same, and is replaced by a rotation', async () => {
  const event = await makeEvent();
  const first = await send('GET', `/events/${event}/streaming/key`);
  expect(first.status, first.text).toBe(200);
  expect(first.body).toEqual({
    streamKey: expect.stringMatching(/^live_[0-9A-Za-z]{32}$/),
    ingestUrl: 'rtmp://live.example/live',
    status: 'idle',
    rotatedAt: null,
  });
  expect(first.headers.get('cache-control')).toContain('no-store');
  expect(await keyOf(event)).toBe(first.body['streamKey']);
  const rotated = await send('POST', `/events/${event}/streaming/key/rotate`, {});
  expect(rotated.body['streamKey']).not.toBe(first.body['streamKey']);
  expect(rotated.body['rotatedAt']).not.toBeNull();
  expect((await publish(String(first.body['streamKey']), 'p')).ok).toBe(false);
});

test('the key is refused to others, to readers, and where streaming is off', async () => {
  const event = await makeEvent();
  expect((await send('GET', `/events/${event}/streaming/key`, undefined, other)).status).toBe(404);
  expect((await gatehouse.send('GET', `/events/${event}/streaming/key`)).status).toBe(401);
  const off = await send('GET', `/events/${await makeEvent({ enabled: false })}/streaming/key`);
  expect([off.status, off.codes]).toEqual([409, ['streaming_disabled']]);
});

test('targets keep their addresses and keys to themselves, on every way that shows them', async () => {
  const event = await makeEvent();
  const url = 'rtmps://push.service.example:443/app-of-customer-7';
  const targets = [{ name: 'Big screen', kind: 'youtube', url, key: 'third-party-key-1' }];
  const put = await send('PUT', `/events/${event}/streaming/targets`, { targets });
  expect(put.status, put.text).toBe(200);
  const [made] = put.body['targets'] as Body[];
  expect(made).toEqual({
    ...{ id: expect.any(String), name: 'Big screen', kind: 'youtube', host: 'push.service.example', hasKey: true },
    ...{
      enabled: true,
      state: 'idle',
      problem: null,
      reason: null,
      attempts: 0,
      droppedFrames: 0,
      broadcastingSince: null,
    },
  });
  const kept = await send('PUT', `/events/${event}/streaming/targets`, {
    targets: [{ id: made?.['id'], enabled: false }],
  });
  expect((kept.body['targets'] as Body[])[0]).toMatchObject({
    host: 'push.service.example',
    state: 'disabled',
    hasKey: true,
  });
  for (const path of [
    `/api/v1/events/${event}`,
    `/events/${event}`,
    `/api/v1/stream_targets`,
    `/events/${event}/streaming/targets`,
  ]) {
    const shown = await send('GET', path);
    expect(shown.status).toBe(200);
    expect(shown.text).not.toMatch(/app-of-customer-7|third-party-key/);
  }
});

test.each([
  ['rtmp://127.0.0.1/live', 'a private address'],
  ['rtmp://0x7f.1/live', 'a private address in another spelling'],
  ['rtmp://[::1]/live', 'a private address of IPv6'],
  ['rtmp://localhost/live', 'a name of this machine'],
  ['rtmp://10.0.0.1.nip.io/live', 'a name that leads inside'],
  ['rtmp://user:password@live.example.org/live', 'a password'],
  ['rtmp://live.example.org:5432/live', 'the port of another service'],
  ['rtmp://live.example.org', 'no application'],
])('T02 a target at %s is refused (%s), by every way that sets it', async (url) => {
  const event = await makeEvent();
  const codes = ['stream_target_address_refused'];
  const put = await send('PUT', `/events/${event}/streaming/targets`, { targets: [{ url }] });
  expect([put.status, put.codes]).toEqual([422, codes]);
  const patched = await send('PATCH', `/api/v1/events/${event}`, { streaming: { targets: [{ url }] } });
  expect([patched.status, patched.codes]).toEqual([422, codes]);
});

test('a new target needs an address, and only known targets have IDs', async () => {
  const event = await makeEvent();
  const none = await send('PUT', `/events/${event}/streaming/targets`, { targets: [{ name: 'A' }] });
  expect(none.codes).toEqual(['stream_target_address_missing']);
  const strange = await send('PUT', `/events/${event}/streaming/targets`, { targets: [{ id: 'x', name: 'A' }] });
  expect(strange.codes).toEqual(['stream_target_not_found']);
});

test('a stream goes live, is interrupted for 20 s and is the same; after 120 s the next one is new', async () => {
  const event = await makeEvent();
  const streamKey = await keyOf(event);
  const first = await publish(streamKey, 'a.1');
  if (!first.ok) throw new Error(first.errors[0].code);
  const { stream } = first.value;
  expect(await statusOf(event)).toMatchObject({ status: 'connected', streamId: stream });
  await control({ kind: 'report', publisher: 'a.1', stream, hasPicture: true });
  expect(await statusOf(event)).toMatchObject({ status: 'live', liveAt: expect.any(String) });

  expect(codeOf(await publish(streamKey, 'a.2'))).toBe('stream_busy');
  await control({ kind: 'unpublish', publisher: 'a.1', stream, hasPicture: true });
  expect(await statusOf(event)).toMatchObject({ status: 'disconnected', resumableUntil: expect.any(String) });
  advance(20);
  const again = await publish(streamKey, 'a.3');
  expect(again.ok && again.value.stream).toBe(stream);
  expect(await statusOf(event)).toMatchObject({ interruptions: 1 });

  await control({ kind: 'unpublish', publisher: 'a.3', stream });
  advance(120);
  const next = await publish(streamKey, 'a.4');
  expect(next.ok && next.value.stream).not.toBe(stream);
  const old = await send('GET', `/api/v1/streams/${stream}`);
  expect(old.body['data']).toMatchObject({ state: 'ended', endedAt: expect.any(String) });
  expect(old.text).not.toMatch(/keyHash|sealedKey|live_/);
});

/** As if it were so many seconds later: jobs themselves do not believe a clock that leaps. */
async function runJob(seconds: number): Promise<void> {
  const { clock, directory, modules, newId } = gatehouse.admin;
  const jobs = modules.all.flatMap((module) => module.jobs ?? []);
  const job = must(
    jobs.find(({ name }) => name === 'events.keep-streams'),
    'the job',
  );
  const tenant = must(await directory.bySlug('streams'), 'the tenant');
  const reader = await directory.open(tenant);
  const commit: FollowerContext['commit'] = async (plan) => {
    const done = await reader.commit('system:test', plan);
    return done.ok ? ok(done.value.value) : done;
  };
  await job.run({ tenant: tenant.id, clock: () => clock() + seconds * 1_000, newId, reader, commit });
}

test('a stream that no one resumes ends by itself', async () => {
  const event = await makeEvent();
  const first = await publish(await keyOf(event), 'b.1');
  const { stream } = must(first.ok ? first.value : null, 'an accepted publisher');
  await control({ kind: 'unpublish', publisher: 'b.1', stream });
  await runJob(59);
  expect((await statusOf(event))['status']).toBe('disconnected');
  await runJob(61);
  expect((await statusOf(event))['status']).toBe('ended');
});

test('a rotation ends who publishes with the old key, and the new key continues the same stream', async () => {
  const event = await makeEvent();
  const first = await publish(await keyOf(event), 'c.1');
  const { stream } = must(first.ok ? first.value : null, 'an accepted publisher');
  await control({ kind: 'report', publisher: 'c.1', stream, hasPicture: true });
  const rotated = await send('POST', `/events/${event}/streaming/key/rotate`, {});
  expect(rotated.body['status']).toBe('disconnected');
  const report = await control({ kind: 'report', publisher: 'c.1', stream, hasPicture: true });
  expect(report.ok && report.value.end).toBe('key_rotated');
  const next = await publish(String(rotated.body['streamKey']), 'c.2');
  expect(next.ok && next.value.stream).toBe(stream);
});

test('a streaming process that is gone does not keep the stream: another publisher takes over after 12 s', async () => {
  const event = await makeEvent();
  const streamKey = await keyOf(event);
  const first = await publish(streamKey, 'd.1');
  const { stream } = must(first.ok ? first.value : null, 'an accepted publisher');
  advance(13);
  const next = await publish(streamKey, 'e.1');
  expect(next.ok && next.value.stream).toBe(stream);
});

test('states of targets are records, with words for what is wrong and no address in them', async () => {
  const url = 'rtmp://push.service.example/app-of-customer-8';
  const event = await makeEvent({ targets: [{ name: 'Stage', url, key: 'third-party-key-2' }] });
  const answer = await publish(await keyOf(event), 'f.1');
  const { stream, targets } = must(answer.ok ? answer.value : null, 'an accepted publisher');
  expect(targets).toEqual([{ id: expect.any(String), url, key: 'third-party-key-2', problem: null }]);
  const failing = { state: 'errored', problem: 'no_connection', attempts: 3, droppedFrames: 70 } as const;
  await expect
    .poll(async () => {
      await control({
        kind: 'report',
        publisher: 'f.1',
        stream,
        hasPicture: true,
        targets: [{ id: must(targets[0], 'a target').id, ...failing }],
      });
      return (await statusOf(event))['targets'];
    })
    .toMatchObject({ errored: 1 });
  const shown = await send('GET', `/events/${event}/streaming/targets`);
  expect((shown.body['targets'] as Body[])[0]).toMatchObject({
    ...failing,
    problem: expect.stringContaining('does not answer'),
  });
  expect((await statusOf(event))['advice']).toEqual([expect.stringMatching(/^Stage: /)]);
});

test('messages without the secret, with an old time, or without a signature change nothing', async () => {
  expect(
    codeOf(
      await control({ kind: 'publish', publisher: 'x', keyHash: 'y' }, 'another-secret-of-the-same-length-012345'),
    ),
  ).toBe('signature_invalid');
  const bare = await gatehouse.send('POST', '/events/streaming/ingest', { json: { kind: 'publish', publisher: 'x' } });
  expect([bare.status, bare.codes]).toEqual([400, ['signature_invalid']]);
  expect(codeOf(await publish('live_00000000000000000000000000000000', 'x'))).toBe('stream_key_unknown');
});

test('a server without a streaming process says what is missing, and everything else works', async () => {
  const without = await openTestServer();
  try {
    const own = (await without.tenant('no-streams')).apiKey;
    const times = { startsAt: '2027-05-04T08:00:00.000Z', endsAt: '2027-05-05T08:00:00.000Z' };
    const made = await without.send('POST', '/events', { key: own, json: { name: 'A', type: 'webinar', ...times } });
    const status = await without.send('GET', `/events/${made.body['id']}/streaming/status`, { key: own });
    expect(status.body['advice']).toEqual([expect.stringContaining('STREAMING_PORT')]);
    const keyed = await without.send('GET', `/events/${made.body['id']}/streaming/key`, { key: own });
    expect([keyed.status, keyed.body['ingestUrl']]).toEqual([200, '']);
  } finally {
    await without.close();
  }
});

test('a version with a target that was removed since is refused when it is restored, and says what to do', async () => {
  const event = await makeEvent();
  const url = 'rtmps://push.service.example:443/app-of-customer-7';
  const put = (targets: readonly Body[]) => send('PUT', `/events/${event}/streaming/targets`, { targets });
  expect((await put([{ name: 'Kept', url }])).status).toBe(200);
  const both = await put([
    { name: 'Kept', url },
    { name: 'Removed', url, key: 'third-party-key-2' },
  ]);
  expect(both.status, both.text).toBe(200);
  const path = `/api/v1/events/${event}/versions`;
  const withBoth = ((await send('GET', path)).body['data'] as Body[])[0]?.['version'];
  const kept = (both.body['targets'] as Body[]).find(({ name }) => name === 'Kept');
  expect((await put([{ id: kept?.['id'] }])).status).toBe(200);
  const before = (await send('GET', `/events/${event}/streaming/targets`)).body;
  const restored = await send('POST', `${path}/${String(withBoth)}/restore`, {});
  expect([restored.status, restored.codes], restored.text).toEqual([422, ['stream_target_address_missing']]);
  expect(restored.text).toMatch(/targets\[\d\]\.url/);
  expect(restored.text).not.toMatch(/app-of-customer-7|third-party-key/);
  expect((await send('GET', `/events/${event}/streaming/targets`)).body).toEqual(before);
});
