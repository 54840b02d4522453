/** Captions of a stream over HTTP: typed, corrected, uploaded, read as WebVTT, and heard live. */
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { type Answer, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';
import { sampleEvent, textAt } from './events-module.ts';

const dayMs = 86_400_000;
let house: TestServer;
let tenant: CreatedTenant;
let eventId: string;

const send = (method: string, path: string, json?: unknown): Promise<Answer> =>
  house.send(method, path, { key: tenant.apiKey, ...(json !== undefined && { json }) });
const captionPath = () => `/events/${eventId}/streaming/captions`;

async function upload(file: string, lang?: string): Promise<Answer> {
  const boundary = 'captions-boundary';
  const part = (head: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const raw = `${lang ? part('name="lang"', lang) : ''}${part('name="file"; filename="talk.vtt"', file)}--${boundary}--\r\n`;
  return await house.send('POST', `${captionPath()}/upload`, {
    key: tenant.apiKey,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    raw,
  });
}

beforeAll(async () => {
  house = await openTestServer();
  tenant = await house.tenant('hafen');
  const soon = { startsAt: isoTime(Date.now() + dayMs), endsAt: isoTime(Date.now() + 2 * dayMs) };
  const streaming = { enabled: true, captions: { enabled: true, languages: ['en', 'de', 'ar'] } };
  eventId = textAt((await send('POST', '/events', sampleEvent({ ...soon, streaming }))).body, 'id');
}, 120_000);
afterAll(() => house?.close());

describe('captions', () => {
  test('a typist and a speech service post them, in several languages, and correct them', async () => {
    const first = await send('POST', captionPath(), {
      text: 'Welcome <everyone> & all',
      startMs: 1_000,
      durationMs: 2_000,
    });
    expect(first.status, first.text).toBe(201);
    const cue = { startMs: 4_000, durationMs: 1_500, lang: 'de', cueId: 'u1', source: 'provider' };
    expect((await send('POST', captionPath(), { ...cue, text: 'Wilkommen' })).status).toBe(201);
    expect((await send('POST', captionPath(), { ...cue, text: 'Willkommen' })).status).toBe(201);
    const en = await send('GET', `${captionPath()}.vtt`);
    expect(en.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(en.text).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nWelcome &lt;everyone&gt; &amp; all\n');
    const de = await send('GET', `/api/v1${captionPath()}.vtt?lang=de`);
    expect(de.text).toBe('WEBVTT\n\n00:00:04.000 --> 00:00:05.500\nWillkommen\n');
    const asJson = await send('POST', '/api/v1/actions/events.captions_vtt', { eventId, lang: 'ar' });
    expect(asJson.body).toEqual({ lang: 'ar', cues: 0, vtt: 'WEBVTT\n' });
  });

  test('what cannot be taken is refused with what to do', async () => {
    const refused = async (json: unknown) => (await send('POST', captionPath(), json)).codes;
    expect(await refused({ text: 'x', startMs: 1, lang: 'fr' })).toEqual(['caption_language_unknown']);
    expect(await refused({ text: 'now' })).toEqual(['stream_not_on_air']);
    expect(await refused({ text: '   ', startMs: 1 })).toEqual(['required']);
    expect((await send('POST', captionPath(), { text: 'x', startMs: -1 })).status).toBe(422);
    expect((await send('GET', `${captionPath()}.vtt?lang=..%2F`)).status).toBe(422);
    expect(
      (await send('GET', `/events/${uuidv7(Date.now(), new Uint8Array(10))}/streaming/captions.vtt`)).codes,
    ).toEqual(['event_not_found']);
  });

  test('a file replaces its language, and a wrong file changes nothing', async () => {
    const file =
      'WEBVTT\n\nNOTE a note\n\n1\n00:01.000 --> 00:02.500 align:start\n<v Ada>Guten <b>Tag</b>\n\n00:00:03.000 --> 00:00:04.000\nzwei\nZeilen\n';
    expect((await upload(file, 'de')).body).toEqual({ lang: 'de', created: 2, removed: 1 });
    const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nGuten Tag\n\n00:00:03.000 --> 00:00:04.000\nzwei\nZeilen\n';
    expect((await send('GET', `${captionPath()}.vtt?lang=de`)).text).toBe(text);
    const wrong = await upload('WEBVTT\n\n00:03.000 --> 00:01.000\nbackwards\n', 'de');
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('"line":3');
    expect((await upload('1\n00:01.000 --> 00:02.000\nno header\n', 'de')).codes).toEqual(['captions_file_invalid']);
    expect((await upload(file, 'fr')).codes).toEqual(['caption_language_unknown']);
    expect((await send('GET', `${captionPath()}.vtt?lang=de`)).text).toBe(text);
  });

  test('a caption without a time is spoken now, on the clock of the stream, and subscribers hear it', async () => {
    const store = await house.admin.directory.open(tenant.tenant);
    const startedAt = isoTime(Date.now() - 10_000);
    await store.commit('system:test', async (tx) => {
      await tx.create('streams', { event: eventId, state: 'live', startedAt, liveAt: startedAt });
      return { ok: true, value: null };
    });
    const socket = io(house.url, { transports: ['websocket'], auth: { token: tenant.apiKey } });
    const heard = new Promise<unknown>((resolve, reject) => {
      socket.on('connect_error', reject);
      socket.on('change', resolve);
    });
    await new Promise((resolve) => {
      socket.on('subscribed', resolve);
      socket.on('connect', () => socket.emit('subscribe', { id: 'c', collection: 'captions' }));
    });
    const posted = await send('POST', captionPath(), { text: 'Now it is live' });
    expect(posted.status, posted.text).toBe(201);
    const { startMs } = posted.body['caption'] as { startMs: number };
    expect(startMs).toBeGreaterThanOrEqual(10_000);
    expect(JSON.stringify(await heard)).toContain('Now it is live');
    socket.close();
    // The captions of before the broadcast are shown with it.
    expect((await send('GET', `${captionPath()}.vtt`)).text).toContain('Welcome');
  });
});
