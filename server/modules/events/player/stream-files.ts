/** What a player asks for by name: playlists, segments, captions of a segment, and the state of the stream. */
import { writeVtt } from '#shared/captions/webvtt.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { StreamRecord } from '#shared/modules/events/streaming.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { latestBroadcast } from '../captions/caption-place.ts';
import { cuesOf } from '../captions/read-captions.ts';
import type { EventsPorts } from '../ports.ts';
import { absent } from '../registration-page/frame.ts';
import { streamingOf } from '../streaming/setting.ts';
import { livePlaylist, partOf, playlistFile, readFileOf, readTextOf, wantedBy } from './live-playlist.ts';
import { captionPlaylist, mainPlaylist, type Quality } from './playlists.ts';
import { segmentStartMs } from './segment-time.ts';

const playlistType = 'application/vnd.apple.mpegurl';
const variantFile = 'variant.json';
/** Of an encoder that has not said it, until it is measured. */
const usualKbps = 3_000;
/** Cues around the start of a segment: long segments, and captions that came late, are within. Players take each once. */
const around = { beforeMs: 12_000, afterMs: 14_000 } as const;

export type PlayerState = 'waiting' | 'live' | 'interrupted' | 'over' | 'recording';

export function captionLanguages(event: Pick<EventRecord, 'streaming'>): readonly string[] {
  const { captions } = streamingOf(event);
  if (captions?.enabled === false) return [];
  const languages = captions?.languages ?? [];
  return languages.length > 0 ? languages : ['en'];
}

export function playerState(stream: StreamRecord | null): PlayerState {
  if (!stream) return 'waiting';
  if (stream.state === 'ended') return stream.recorded ? 'recording' : 'over';
  if (stream.state === 'live') return 'live';
  return stream.liveAt === null ? 'waiting' : 'interrupted';
}

const text = (type: string, body: string): PageAnswer => ({
  status: 200,
  type,
  body,
  headers: { 'Cache-Control': 'no-store' },
});

/** As the streaming process has measured it; a stream of an earlier version has only what the encoder said. */
async function qualityOf(ports: EventsPorts, stream: StreamRecord): Promise<Quality> {
  const { bitrateKbps, framesPerSecond, height, id, width } = stream;
  const said = { averageBitsPerSecond: null, codecs: null, width, height, framesPerSecond };
  const written = await readTextOf(ports, id, variantFile);
  const measured = written === null ? { peakBitsPerSecond: (bitrateKbps || usualKbps) * 1_200 } : JSON.parse(written);
  return { ...said, ...measured };
}

/** On air, and nothing to play yet: players wait. */
async function shownState(ports: EventsPorts, stream: StreamRecord | null): Promise<PlayerState> {
  const state = playerState(stream);
  if (!stream || state === 'waiting' || state === 'over') return state;
  return (await readTextOf(ports, stream.id, playlistFile)) === null ? 'waiting' : state;
}

async function captionsOfSegment(
  ports: EventsPorts,
  reader: Reader,
  stream: StreamRecord,
  lang: string,
  number: string,
) {
  const bytes = await readFileOf(ports, stream.id, `seg-${number}.ts`);
  const startMs = bytes && segmentStartMs(bytes);
  if (startMs === null) return absent;
  const within = { fromMs: startMs - around.beforeMs, toMs: startMs + around.afterMs };
  const cues = await cuesOf(reader, { event: stream.event, stream: stream.id, lang }, within);
  // The clock of segments is that of captions: 0 is 0.
  return text('text/vtt; charset=utf-8', writeVtt(cues, { mpegts: 0, localMs: 0 }));
}

const video = (body: Uint8Array): PageAnswer => ({
  status: 200,
  type: 'video/mp2t',
  body,
  headers: { 'Cache-Control': 'private, max-age=600' },
});

/** @param lang null: of the video */
async function playlistOf(ports: EventsPorts, stream: StreamRecord, lang: string | null, query: URLSearchParams) {
  const wanted = wantedBy(query);
  if (wanted === 'invalid') return plain(400);
  // Captions have no parts: their segment is whole with the next one.
  const awaited = wanted && lang !== null ? { ...wanted, part: null } : wanted;
  const found = await livePlaylist(ports, stream, awaited, query.has('_HLS_skip'));
  if (!('text' in found)) return found.status === 404 ? absent : plain(found.status);
  return text(playlistType, lang === null ? found.text : captionPlaylist(found.text, lang));
}

const plain = (status: number): PageAnswer => ({ ...text('text/plain', ''), status });

/** @returns 404 for a name that is none, and for what is not there yet */
export async function streamFile(
  ports: EventsPorts,
  reader: Reader,
  event: EventRecord,
  name: string,
  query: URLSearchParams,
): Promise<PageAnswer> {
  const stream = await latestBroadcast(reader, event.id);
  if (name === 'state') return text('application/json', JSON.stringify({ state: await shownState(ports, stream) }));
  if (!stream) return absent;
  const languages = captionLanguages(event);
  if (name === 'master.m3u8') return text(playlistType, mainPlaylist(await qualityOf(ports, stream), languages));
  if (name === playlistFile) return await playlistOf(ports, stream, null, query);
  const file = /^seg-\d{6,9}\.ts$/.test(name)
    ? await readFileOf(ports, stream.id, name)
    : /^part-\d{6,9}-\d{1,4}\.ts$/.test(name)
      ? await partOf(ports, stream.id, name)
      : null;
  if (file) return video(file);
  const [, lang = '', number] = /^captions-([A-Za-z0-9-]{2,35}?)(?:-(\d{6,9}))?\.(?:m3u8|vtt)$/.exec(name) ?? [];
  if (!languages.includes(lang)) return absent;
  return number === undefined
    ? await playlistOf(ports, stream, lang, query)
    : await captionsOfSegment(ports, reader, stream, lang, number);
}
