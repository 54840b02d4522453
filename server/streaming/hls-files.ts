/**
 * The layout of a stream's segments on disk: a folder for each record of `streams`, below `DATA_DIR/streams`. The streaming
 * process writes them, the server serves them. A stream that ran with `streaming.record` keeps its folder, any other loses it
 * some minutes after its end.
 *
 * Segments are MPEG-TS, which needs no file of initial values: after a reconnection with another encoder the playlist goes on
 * after a discontinuity. Their clock is the stream's: MPEGTS time = `timestampMs` × 90.
 */
import { join } from 'node:path';
import { isId } from '#shared/base/id.ts';

/** The last half a minute, with the parts of its newest segments. */
export const playlistName = 'index.m3u8';

/** Lines of the segments before it, oldest first: only of a stream that is recorded. */
export const pastName = 'past.m3u8';

/** File with the `Variant` for the playlist of playlists. */
export const variantName = 'variant.json';

/** `seg-000001.ts`: it begins with a key frame. */
export const segmentPattern = /^seg-\d{6,9}\.ts$/;

/** `part-000001-0.ts`: the first part of it. */
export const partPattern = /^part-\d{6,9}-\d{1,4}\.ts$/;

/** Names of the further qualities that are published now, in the folder of the stream: a JSON array. */
export const qualitiesName = 'qualities.json';

/** The folder of a further quality inside the stream's: what stands after the key and `_`, numbered when it comes back. */
const qualityPattern = /^[a-z0-9]{1,16}(?:\.\d{1,4})?$/;

/** Measured facts about the video for a playlist of playlists. */
export interface Variant {
  /** In pixels, as `height`; absent or null: not known. */
  readonly width?: number | null;
  readonly height?: number | null;

  /** Highest rate of any segment. */
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
  /** Codecs in the form of RFC 6381: `avc1.42c01e,mp4a.40.2`. */
  readonly codecs: string;
}

const numbered = (number: number) => String(number).padStart(6, '0');

export const segmentName = (number: number): string => `seg-${numbered(number)}.ts`;

export const partName = (segment: number, part: number): string => `part-${numbered(segment)}-${part}.ts`;

/** @param stream the id of a record, checked by the caller. @param quality a further one; absent: the encoder's first */
export const hlsFolder = (dataDir: string, stream: string, quality?: string): string =>
  join(dataDir, 'streams', stream, ...(quality === undefined ? [] : [quality]));

/** @param place ID of a stream, or `ID/quality`. @returns null where it is neither */
export function folderOf(dataDir: string, place: string): string | null {
  const [stream = '', quality, ...more] = place.split('/');
  const isPlace = isId(stream) && more.length === 0 && (quality === undefined || qualityPattern.test(quality));
  return isPlace ? hlsFolder(dataDir, stream, quality) : null;
}

/** Whether a file of this name can be answered; no path leads out of the folder by it. */
export const isHlsFile = (name: string): boolean =>
  [playlistName, pastName, variantName, qualitiesName].includes(name) ||
  segmentPattern.test(name) ||
  partPattern.test(name);
