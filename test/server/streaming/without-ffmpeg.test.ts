/** A machine without ffmpeg: targets and player get the stream. What the player cannot have, and a missing port, are said. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStreaming } from '#server/operations/check-streaming.ts';
import { hlsFolder, playlistName, segmentName, variantName } from '#server/streaming/hls-files.ts';
import { type Running, runChild } from '../../fixtures/child.ts';
import { freePorts } from '../../fixtures/free-port.ts';
import { publishTo } from '../../fixtures/rtmp-publisher.ts';
import { openTestServer, type TestServer } from '../../fixtures/test-server.ts';

const secret = 'a-secret-for-tests-of-streaming-0123456789';
const withoutFfmpeg = '/nonexistent';
let gatehouse: TestServer;
const running: Running[] = [];

beforeAll(async () => {
  gatehouse = await openTestServer({ STREAMING_SECRET: secret, ALLOW_PRIVATE_WEBHOOKS: '1' });
});
afterAll(async () => {
  for (const one of running) one.child.kill('SIGKILL');
  await gatehouse?.close();
});

test('without ffmpeg, a target gets every frame, and so does the player; the status says where the codec is not for it', async () => {
  const [port = 0, at = 0] = await freePorts(2);
  const target = runChild('test/fixtures/rtmp-target.ts', [], { PORT: String(at), KEY: 'k' });
  const streaming = runChild('server/streaming/main.ts', [], {
    ...{ STREAMING_API: gatehouse.url, STREAMING_SECRET: secret, STREAMING_PORT: String(port) },
    ...{ DATA_DIR: gatehouse.dataDir, ALLOW_PRIVATE_WEBHOOKS: '1', PATH: withoutFfmpeg },
  });
  running.push(target, streaming);
  await Promise.all([target.says(/frames/), streaming.says(/streaming ready/)]);
  const { apiKey: key } = await gatehouse.tenant('without');
  const json = {
    ...{ name: 'Without', type: 'webinar', startsAt: '2027-05-04T08:00:00.000Z', endsAt: '2027-05-05T08:00:00.000Z' },
    streaming: { targets: [{ name: 'A', url: `rtmp://127.0.0.1:${at}/live`, key: 'k' }] },
  };
  const event = String((await gatehouse.send('POST', '/events', { key, json })).body['id']);
  const { body } = await gatehouse.send('GET', `/events/${event}/streaming/key`, { key });
  const encoder = await publishTo(port, String(body['streamKey']));
  encoder.send(60);
  await target.says(/"frames":60\b/);
  const status = async () => (await gatehouse.send('GET', `/events/${event}/streaming/status`, { key })).body;
  const stream = String((await status())['streamId']);
  const folder = hlsFolder(gatehouse.dataDir, stream);
  const written = () =>
    existsSync(join(folder, playlistName)) ? readFileSync(join(folder, playlistName), 'utf8') : '';
  await expect.poll(written).toContain(segmentName(0));
  expect(JSON.parse(readFileSync(join(folder, variantName), 'utf8'))).toMatchObject({
    codecs: 'avc1.42c01e,mp4a.40.2',
  });
  expect(JSON.stringify((await status())['advice'])).not.toContain('to the player');
  // Another codec, in the form that Enhanced RTMP has for it.
  encoder.switchCodec();
  await expect
    .poll(async () => JSON.stringify((await status())['advice']), { timeout: 20_000 })
    .toMatch(/not to the player. Set the encoder to H\.264/);
  encoder.cut();
});

test('doctor says what streaming lacks: the setting, the process', async () => {
  const [port = 0] = await freePorts(1);
  const { config } = gatehouse.admin;
  const line = (streaming: Partial<typeof config.streaming>) =>
    checkStreaming({ ...config, host: '127.0.0.1', streaming: { ...config.streaming, secret: null, ...streaming } });
  expect(await line({ port: null })).toBe('off (neither STREAMING_PORT nor STREAMING_SECRET is set)');
  expect(await line({ port: null, secret })).toMatch(/runs apart/);
  expect(await line({ port })).toContain(`port ${port} does not answer`);
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await line({ port })).toBe(`port ${port} answers`);
  await new Promise((resolve) => server.close(resolve));
});
