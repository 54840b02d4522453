/** The qualities of a stream: the first one, and those that its encoder publishes beside it. */
import { isObject, parseJson } from '#shared/base/json.ts';
import { secondMs } from '#shared/base/time.ts';
import type { StreamRecord } from '#shared/modules/events/streaming.ts';
import type { EventsPorts } from '../ports.ts';
import { playlistFile, readTextOf } from './live-playlist.ts';
import type { Offered, Quality } from './playlists.ts';

const variantFile = 'variant.json';
const qualitiesFile = 'qualities.json';
/** Assumed bitrate of an encoder that has not given one, until it is measured. */
const usualKbps = 3_000;
/** Time from the start in which players wait for further qualities that are not measured: their first segment is not whole. */
const measuredWithinMs = 10 * secondMs;

/** Prefix of the names of a further quality's files, which stand beside those of the first one. */
const prefixOf = (quality: string) => `q-${quality}-`;

/** @returns the quality that a name belongs to, null for the first one, and the name of its file there */
export function placeOf(stream: string, name: string) {
  const [, quality = null, file = name] = /^q-([a-z0-9]{1,16}(?:\.\d{1,4})?)-(.+)$/.exec(name) ?? [];
  return { quality, file, place: quality === null ? stream : `${stream}/${quality}` };
}

/** The playlist of a further quality, with names of files that lead to it. */
export const ofQuality = (playlist: string, quality: string): string =>
  playlist.replace(/^(?=seg-)/gm, prefixOf(quality)).replace(/(?<=URI=")(?=part-)/g, prefixOf(quality));

/** Names of the further qualities that are published now. */
export async function furtherQualities(ports: EventsPorts, stream: StreamRecord): Promise<readonly string[]> {
  if (stream.endedAt !== null) return [];
  const written = await readTextOf(ports, stream.id, qualitiesFile);
  const names = written === null ? [] : parseJson(written);
  return Array.isArray(names) ? names.map(String) : [];
}

async function measured(ports: EventsPorts, place: string): Promise<Partial<Quality> | null> {
  const written = await readTextOf(ports, place, variantFile);
  const found = written === null ? null : parseJson(written);
  return isObject(found) ? found : null;
}

/** Returns the quality that the streaming process measured; a stream of an earlier version has only the encoder's values. */
async function firstQuality(ports: EventsPorts, stream: StreamRecord): Promise<Quality> {
  const { bitrateKbps, framesPerSecond, height, id, width } = stream;
  const peakBitsPerSecond = (bitrateKbps || usualKbps) * 1_200;
  const said = { averageBitsPerSecond: null, codecs: null, width, height, framesPerSecond, peakBitsPerSecond };
  return { ...said, ...(await measured(ports, id)) };
}

const unknown = { averageBitsPerSecond: null, codecs: null, width: null, height: null, framesPerSecond: null };

export async function qualitiesOf(ports: EventsPorts, stream: StreamRecord): Promise<readonly Offered[]> {
  const offered: Offered[] = [{ uri: playlistFile, quality: await firstQuality(ports, stream) }];
  for (const name of await furtherQualities(ports, stream)) {
    const { peakBitsPerSecond, ...found } = (await measured(ports, `${stream.id}/${name}`)) ?? {};
    if (peakBitsPerSecond)
      offered.push({ uri: `${prefixOf(name)}${playlistFile}`, quality: { ...unknown, ...found, peakBitsPerSecond } });
  }
  // Frame rates are measured, and players do not change to a quality whose rate differs by a tenth.
  const isOnly = offered.length === 1;
  return isOnly
    ? offered
    : offered.map(({ quality, uri }) => ({ uri, quality: { ...quality, framesPerSecond: null } }));
}

/** Whether a quality is about to be there, of a stream that has just begun. */
export async function isQualityComing(ports: EventsPorts, stream: StreamRecord): Promise<boolean> {
  if (stream.liveAt === null || ports.clock() - Date.parse(stream.liveAt) > measuredWithinMs) return false;
  for (const name of await furtherQualities(ports, stream))
    if ((await measured(ports, `${stream.id}/${name}`)) === null) return true;
  return false;
}
