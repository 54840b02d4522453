/**
 * The playlist of a stream's video: as it is, or as soon as what a player waits for stands in it (RFC 8216, second edition,
 * 6.2.5.2).
 */
import type { StreamRecord } from '#shared/modules/events/streaming.ts';
import type { EventsPorts } from '../ports.ts';
import { noStreaming } from '../streaming/ports.ts';
import { isAnnounced, standsIn, videoPlaylist, type Wanted, withoutPast, withPast } from './playlists.ts';

export const playlistFile = 'index.m3u8';
const pastFile = 'past.m3u8';
/** Maximum number of waits of a request; each ends with a change of the playlist, or after a second without one. */
const waitsMax = 6;

type Ports = Pick<EventsPorts, 'streaming'>;

/** @returns null: there is none of this name. @param place id of the stream, or `{id}/{quality}` */
export async function readFileOf(ports: Ports, place: string, name: string): Promise<Uint8Array | null> {
  return await (ports.streaming ?? noStreaming).readFile(place, name);
}

export async function readTextOf(ports: Ports, place: string, name: string): Promise<string | null> {
  const bytes = await readFileOf(ports, place, name);
  return bytes && new TextDecoder().decode(bytes);
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** @returns null: it waits for nothing; `invalid`: what it says cannot be read */
export function wantedBy(query: URLSearchParams): Wanted | 'invalid' | null {
  const [segment, part] = [query.get('_HLS_msn'), query.get('_HLS_part')];
  if (segment === null) return part === null ? null : 'invalid';
  const wanted = { segment: numberOf(segment), part: numberOf(part) };
  return wanted.segment === null || (part !== null && wanted.part === null) ? 'invalid' : (wanted as Wanted);
}

/** Reads until something is found. @returns null: it did not come in time */
async function untilFound<T>(ports: Ports, place: string, find: () => Promise<T | null>): Promise<T | null> {
  const { watchPlaylist } = ports.streaming ?? noStreaming;
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const changed = await watchPlaylist(place);
    const found = await find();
    if (found !== null) return found;
    await changed();
  }
  return await find();
}

/** 400: what is wanted cannot come soon; 404: there is no playlist; 503: what is wanted did not come in time. */
export type LivePlaylist = { readonly text: string } | { readonly status: 400 | 404 | 503 };

/**
 * @param place id of the stream, or `{id}/{quality}`
 * @param wanted what has to stand in it; null: answered at once
 * @param skips the player has the earlier segments
 */
export async function livePlaylist(
  ports: Ports,
  stream: StreamRecord,
  place: string,
  wanted: Wanted | null,
  skips: boolean,
): Promise<LivePlaylist> {
  const read = () => readTextOf(ports, place, playlistFile);
  const isOver = stream.endedAt !== null;
  let isTooFar = false;
  const written =
    wanted === null || isOver
      ? await read()
      : await untilFound(ports, place, async () => {
          const text = await read();
          const stands = text === null ? true : standsIn(text, wanted);
          isTooFar = stands === 'too_far';
          return stands === false ? null : (text ?? '');
        });
  if (isTooFar) return { status: 400 };
  if (written === null) return { status: wanted === null ? 404 : 503 };
  if (written === '') return { status: 404 };
  // Further qualities have the last half minute alone.
  if (!stream.recorded || place !== stream.id) return { text: videoPlaylist(written, isOver) };
  if (skips && !isOver) return { text: videoPlaylist(withoutPast(written), false) };
  const past = await readTextOf(ports, stream.id, pastFile);
  return { text: videoPlaylist(past === null ? written : withPast(written, past), isOver) };
}

/** A part that is announced is answered as soon as it is there. Null: it is not, or did not come in time. */
export async function partOf(ports: Ports, place: string, name: string): Promise<Uint8Array | null> {
  const known = await readFileOf(ports, place, name);
  if (known) return known;
  const playlist = await readTextOf(ports, place, playlistFile);
  if (playlist === null || !isAnnounced(playlist, name)) return null;
  return await untilFound(ports, place, () => readFileOf(ports, place, name));
}
