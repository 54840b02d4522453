/** Reads the head of a recording by ffprobe: whether it has a picture and sound, and how long it is. */

import { ok, type Result } from '#shared/base/result.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import { libraryMessage, problem } from '../problem.ts';
import { inputArgs } from './demuxers.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { runTool } from './run-tool.ts';

export interface Recording {
  /** Size of the picture as shown, with its rotation; null: nothing to see. */
  readonly picture: { readonly width: number; readonly height: number } | null;
  readonly sound: boolean;
  /** Duration that the file states; null: it states none. */
  readonly durationMs: number | null;
}

export const durationMaxMs = 240 * minuteMs;
/** 8K, upright too. */
export const framePixelsMax = 36_000_000;
const streamsMax = 32;
/** Amount of the file that is read to find its streams, in bytes and in microseconds. */
const probedBytes = 5_000_000;
const probedUs = 5_000_000;
/** Time limit for what takes a tenth of a second: a caller waits for it. */
export const probeMs = 15 * secondMs;

interface Stream {
  readonly codec_type?: string;
  readonly width?: number;
  readonly height?: number;
  readonly disposition?: { readonly attached_pic?: number };
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

const cannotRead = (said: string) =>
  problem('media_broken', 'The recording cannot be read. Export it again as MP4.', libraryMessage(said));

function pictureOf(streams: readonly Stream[]): Recording['picture'] {
  // A cover is a picture, and not what is to be seen.
  const seen = streams.find((s) => s.codec_type === 'video' && s.disposition?.attached_pic !== 1);
  if (!seen?.width || !seen.height) return null;
  const turned = (seen.side_data_list ?? []).some(({ rotation }) => rotation !== undefined && rotation % 180 !== 0);
  return turned ? { width: seen.height, height: seen.width } : { width: seen.width, height: seen.height };
}

export async function probeRecording(
  { ffprobe }: Ffmpeg,
  demuxer: string,
  path: string,
  signal: AbortSignal,
  limitMs = probeMs,
): Promise<Result<Recording>> {
  const entries =
    'format=duration:stream=codec_type,width,height:stream_disposition=attached_pic:stream_side_data=rotation';
  const args = ['-v', 'error', '-probesize', `${probedBytes}`, '-analyzeduration', `${probedUs}`];
  const shown = ['-show_entries', entries, '-of', 'json'];
  const end = await runTool({
    program: ffprobe,
    args: [...args, ...inputArgs(demuxer, path), ...shown],
    limitMs,
    signal,
  });
  if (end.late) return problem('media_too_costly', 'Reading the recording takes too long. Export it again as MP4.');
  if (end.code !== 0) return cannotRead(end.complaint);
  const probed = JSON.parse(end.output) as {
    readonly streams?: readonly Stream[];
    readonly format?: { readonly duration?: string };
  };
  const streams = probed.streams ?? [];
  if (streams.length > streamsMax) return cannotRead(`it has ${streams.length} streams`);
  const seconds = Number(probed.format?.duration);
  const recording: Recording = {
    picture: pictureOf(streams),
    sound: streams.some((s) => s.codec_type === 'audio'),
    durationMs: Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * secondMs) : null,
  };
  const { picture, sound, durationMs } = recording;
  if (!picture && !sound) return cannotRead('it has no picture and no sound');
  if (picture && picture.width * picture.height > framePixelsMax)
    return problem('media_too_large', `The video is ${picture.width} × ${picture.height}. At most 8K is accepted.`);
  if (durationMs !== null && durationMs > durationMaxMs)
    return problem(
      'media_too_large',
      `The recording is longer than ${durationMaxMs / minuteMs} minutes. Upload it in parts.`,
    );
  return ok(recording);
}
