/** Serves what a player requests by name: playlists, segments, captions of a segment, and the state of the stream. */
import { writeVtt } from '#shared/captions/webvtt.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { StreamRecord } from '#shared/modules/events/streaming.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { latestBroadcast } from '../captions/caption-target.ts';
import { cuesOf } from '../captions/read-captions.ts';
import type { EventsPorts } from '../ports.ts';
import { absent } from '../registration-page/frame.ts';
import { streamingOf } from '../streaming/setting.ts';
import { livePlaylist, partOf, playlistFile, readFileOf, readTextOf, wantedBy } from './live-playlist.ts';
import { captionPlaylist, mainPlaylist } from './playlists.ts';
import { furtherQualities, isQualityComing, ofQuality, placeOf, qualitiesOf } from './qualities.ts';
import { segmentStartMs } from './segment-time.ts';

const playlistType = 'application/vnd.apple.mpegurl';
/** Cues around the start of a segment: long segments, and captions that came late, are within. Players take each once. */
const around = { beforeMs: 12_000, afterMs: 14_000 } as const;

export type PlayerState = 'waiting' | 'live' | 'interrupted' | 'over' | 'recording';

/** Languages of captions that the event names, or `en`; empty: captions are off. */
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

/** Returns the state that players show: a stream that is on air and has nothing to play yet is `waiting`. */
async function shownState(ports: EventsPorts, stream: StreamRecord | null): Promise<PlayerState> {
  const state = playerState(stream);
  if (!stream || state === 'waiting' || state === 'over') return state;
  const isWritten = (await readTextOf(ports, stream.id, playlistFile)) !== null;
  return isWritten && !(await isQualityComing(ports, stream)) ? state : 'waiting';
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

/** Answers the request that a player repeats: the state, and the addresses of all qualities. */
async function stateOf(ports: EventsPorts, stream: StreamRecord | null) {
  const qualities = stream ? (await qualitiesOf(ports, stream)).map(({ uri }) => uri) : [];
  return text('application/json', JSON.stringify({ state: await shownState(ports, stream), qualities }));
}

/** Answers the playlist of a further quality. One that is no longer published has none: players go on with another one. */
async function qualityPlaylist(ports: EventsPorts, stream: StreamRecord, quality: string, query: URLSearchParams) {
  const wanted = wantedBy(query);
  if (wanted === 'invalid') return plain(400);
  if (!(await furtherQualities(ports, stream)).includes(quality)) return absent;
  const found = await livePlaylist(ports, stream, `${stream.id}/${quality}`, wanted, false);
  if (!('text' in found)) return found.status === 404 ? absent : plain(found.status);
  return text(playlistType, ofQuality(found.text, quality));
}

/** @param lang null: of the video */
async function playlistOf(ports: EventsPorts, stream: StreamRecord, lang: string | null, query: URLSearchParams) {
  const wanted = wantedBy(query);
  if (wanted === 'invalid') return plain(400);
  // Captions have no parts: their segment is whole with the next one.
  const awaited = wanted && lang !== null ? { ...wanted, part: null } : wanted;
  const found = await livePlaylist(ports, stream, stream.id, awaited, query.has('_HLS_skip'));
  if (!('text' in found)) return found.status === 404 ? absent : plain(found.status);
  return text(playlistType, lang === null ? found.text : captionPlaylist(found.text, lang));
}

const plain = (status: number): PageAnswer => ({ ...text('text/plain', ''), status });

/** @returns 404 for a name that is none, and for what is not there yet; 400 and 503 as `LivePlaylist` has them */
export async function streamFile(
  ports: EventsPorts,
  reader: Reader,
  event: EventRecord,
  name: string,
  query: URLSearchParams,
): Promise<PageAnswer> {
  const stream = await latestBroadcast(reader, event.id);
  if (name === 'state') return await stateOf(ports, stream);
  if (!stream) return absent;
  const languages = captionLanguages(event);
  if (name === 'master.m3u8') return text(playlistType, mainPlaylist(await qualitiesOf(ports, stream), languages));
  if (name === playlistFile) return await playlistOf(ports, stream, null, query);
  const { file, place, quality } = placeOf(stream.id, name);
  if (quality !== null && file === playlistFile) return await qualityPlaylist(ports, stream, quality, query);
  const bytes = /^seg-\d{6,9}\.ts$/.test(file)
    ? await readFileOf(ports, place, file)
    : /^part-\d{6,9}-\d{1,4}\.ts$/.test(file)
      ? await partOf(ports, place, file)
      : null;
  if (bytes) return video(bytes);
  const [, lang = '', number] = /^captions-([A-Za-z0-9-]{2,35}?)(?:-(\d{6,9}))?\.(?:m3u8|vtt)$/.exec(name) ?? [];
  if (!languages.includes(lang)) return absent;
  return number === undefined
    ? await playlistOf(ports, stream, lang, query)
    : await captionsOfSegment(ports, reader, stream, lang, number);
}
