/** Playlists of HLS: the one that names video and captions, the video's, and captions beside each segment of the video. */
import { languageName } from '#shared/base/language-name.ts';

export interface Offered {
  /** Address of the playlist. */
  readonly uri: string;
  readonly quality: Quality;
}

/** Properties of the video, measured by the streaming process or given by the encoder. */
export interface Quality {
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number | null;
  readonly codecs: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly framesPerSecond: number | null;
}

function variant({ quality, uri }: Offered, hasCaptions: boolean): readonly string[] {
  const { averageBitsPerSecond, codecs, framesPerSecond, height, peakBitsPerSecond, width } = quality;
  const attributes = [
    `BANDWIDTH=${peakBitsPerSecond}`,
    ...(averageBitsPerSecond ? [`AVERAGE-BANDWIDTH=${averageBitsPerSecond}`] : []),
    ...(codecs ? [`CODECS="${codecs}"`] : []),
    ...(width && height ? [`RESOLUTION=${width}x${height}`] : []),
    ...(framesPerSecond ? [`FRAME-RATE=${framesPerSecond.toFixed(3)}`] : []),
    ...(hasCaptions ? ['SUBTITLES="captions"'] : []),
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, uri];
}

/** @param languages of captions */
export function mainPlaylist(qualities: readonly Offered[], languages: readonly string[]): string {
  const captions = languages.map(
    (lang, at) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${languageName(lang)}",LANGUAGE="${lang}",DEFAULT=NO,AUTOSELECT=${at === 0 ? 'YES' : 'NO'},FORCED=NO,URI="captions-${lang}.m3u8"`,
  );
  const videos = qualities.flatMap((one) => variant(one, languages.length > 0));
  return ['#EXTM3U', '#EXT-X-VERSION:9', '#EXT-X-INDEPENDENT-SEGMENTS', ...captions, ...videos, ''].join('\n');
}

/** @param isOver false: the list has no end mark, because an interruption must not look like the end */
export function videoPlaylist(written: string, isOver: boolean): string {
  const lines = written.split('\n').filter((line) => line.trim() !== '#EXT-X-ENDLIST');
  return isOver ? `${lines.join('\n').trimEnd()}\n#EXT-X-ENDLIST\n` : lines.join('\n');
}

const ofParts = /^#EXT-X-(?:PART|PART-INF|PRELOAD-HINT):.*\n/gm;

/** Captions have the segments, times and breaks of the video; they have no parts. */
export function captionPlaylist(video: string, lang: string): string {
  const whole = video.replace(ofParts, '').replace(/,PART-HOLD-BACK=[\d.]+/, '');
  const isOver = whole.trimEnd().endsWith('#EXT-X-ENDLIST');
  const end = whole.lastIndexOf('.ts\n') + '.ts\n'.length;
  const listed = isOver ? whole : whole.slice(0, end);
  return listed.replace(/^seg-(\d+)\.ts$/gm, `captions-${lang}-$1.vtt`);
}

const sequence = /^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m;

/** The number of the first segment of a list. */
export const firstNumber = (playlist: string): number => Number(sequence.exec(playlist)?.[1] ?? 0);

const fromStart = (written: string, after: string) =>
  written
    .replace(/^#EXT-X-DISCONTINUITY-SEQUENCE:\d+\n/m, '')
    .replace(sequence, '#EXT-X-MEDIA-SEQUENCE:0')
    .replace('#EXT-X-INDEPENDENT-SEGMENTS\n', `#EXT-X-INDEPENDENT-SEGMENTS\n${after}`);

/**
 * Returns the whole stream; the list as written where a segment before it is missing.
 *
 * @param past lines of all earlier segments; it may already have some that are in the list
 */
export function withPast(written: string, past: string): string {
  const first = firstNumber(written);
  const blocks = past.match(/(?:#.*\n)+seg-\d+\.ts\n/g) ?? [];
  const earlier = blocks.filter((block) => Number(/seg-(\d+)\.ts\n$/.exec(block)?.[1]) < first);
  return earlier.length === first ? fromStart(written, earlier.join('')) : written;
}

/** Returns the playlist without the segments that the player already has (delta update). */
export const withoutPast = (written: string): string =>
  fromStart(written, `#EXT-X-SKIP:SKIPPED-SEGMENTS=${firstNumber(written)}\n`);

/** Position that a player waits for: a segment, or a part of it (`_HLS_msn`, `_HLS_part`). */
export interface Wanted {
  readonly segment: number;
  readonly part: number | null;
}

/** @returns whether it is in the list; `too_far`: it does not come with the next segments either */
export function standsIn(written: string, { part, segment }: Wanted): boolean | 'too_far' {
  if (!written.includes('CAN-BLOCK-RELOAD=YES')) return true;
  const last = firstNumber(written) + (written.match(/^seg-\d+\.ts$/gm)?.length ?? 0) - 1;
  if (segment <= last) return true;
  if (segment > last + 2) return 'too_far';
  const numbered = String(segment).padStart(6, '0');
  return part !== null && new RegExp(`^#EXT-X-PART:.*URI="part-${numbered}-${part}\\.ts"`, 'm').test(written);
}

/** Whether this part is announced as the next one. */
export const isAnnounced = (written: string, name: string): boolean =>
  written.includes(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${name}"`);
