/**
 * The processor of audio and video: MP4 (H.264, AAC) or M4A that begins to play before it is loaded, and a still. One at
 * a time, in all tenants. Where ffmpeg is not on the machine, recordings are kept and nothing is made of them.
 */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ok, type Result } from '#shared/base/result.ts';
import { hourMs, minuteMs } from '#shared/base/time.ts';
import type { Derivation, DerivedFile, FinishedFile, MediaProcessor } from '../../files/contract.ts';
import { problem } from '../problem.ts';
import { demuxerOf, isRecording } from './demuxers.ts';
import { type Ffmpeg, findFfmpeg } from './find-ffmpeg.ts';
import { Lanes } from './lanes.ts';
import { probeRecording, type Recording } from './probe-recording.ts';
import { runTool } from './run-tool.ts';
import { posterArgs, shownSize, transcodeArgs } from './transcode-plan.ts';

export interface RecordingProcessor extends MediaProcessor {
  close(): Promise<void>;
}

export interface RecordingSetting {
  /** Returns the ffmpeg that is available now. */
  readonly tools?: () => Ffmpeg | null;
  /** A test's own, instead of what follows from the duration. */
  readonly transcodeMs?: number;
  /** A test's own, where the machine is busy. */
  readonly probeMs?: number;
}

/** Returns the time limit of encoding for a recording of this length, on a slow machine that does other things first. */
function transcodeLimitMs(durationMs: number | null): number {
  return Math.min(6 * hourMs, 10 * minuteMs + 8 * (durationMs ?? hourMs));
}
const posterMs = minuteMs;
/** Looks at the heads of uploads, each a tenth of a second. */
const looksAtOnce = 4;

const missing = () =>
  problem(
    'transcoder_missing',
    'The server has no ffmpeg, so the recording was not processed. Install ffmpeg (with ffprobe), then process it again.',
  );

/** ffmpeg tells the position in microseconds, under this name in all versions since 2.8. */
function progressReader(durationMs: number | null, report: (share: number) => void): (text: string) => void {
  let reported = 0;
  return (text) => {
    if (!durationMs) return;
    const at = [...text.matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1];
    const share = Math.min(1, Number(at ?? 0) / 1_000 / durationMs);
    if (share - reported < 0.01) return;
    reported = share;
    report(share);
  };
}

interface Errand {
  readonly tools: Ffmpeg;
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function makeMain(
  { tools, folder, signal }: Errand,
  source: { readonly demuxer: string; readonly path: string; readonly recording: Recording; readonly limitMs: number },
  report: (share: number) => void,
): Promise<Result<DerivedFile>> {
  const { recording } = source;
  const output = join(folder, recording.picture ? 'main.mp4' : 'main.m4a');
  const threads = Math.max(1, availableParallelism() - 1);
  const end = await runTool({
    program: tools.ffmpeg,
    args: transcodeArgs({ ...source, output, threads }),
    limitMs: source.limitMs,
    signal,
    patient: true,
    onOutput: progressReader(recording.durationMs, report),
  });
  if (end.late) return problem('media_too_costly', 'The recording takes too long to encode. Upload a shorter one.');
  if (/Unknown encoder/.test(end.complaint)) return missing();
  if (/No space left/.test(end.complaint)) throw new Error('no space is left to encode a recording');
  const made = await stat(output).catch(() => null);
  if (end.code !== 0 || !made?.size)
    return problem('media_broken', 'The recording cannot be read. Export it again as MP4.');
  const type = recording.picture ? 'video/mp4' : 'audio/mp4';
  // The facts of the output count, not those that the upload stated.
  const read = await probeRecording(tools, 'mov', output, signal, posterMs);
  if (!read.ok) return read;
  const { durationMs } = read.value;
  const facts = {
    ...(recording.picture && shownSize(recording.picture)),
    ...(durationMs === null ? {} : { durationMs }),
  };
  return ok({ name: 'main', path: output, type, facts });
}

/** A video without a still is a video all the same. */
async function makePoster({ tools, folder, signal }: Errand, main: DerivedFile): Promise<readonly DerivedFile[]> {
  const path = join(folder, 'poster.jpg');
  const args = posterArgs(main.path, main.facts.durationMs ?? 0, path, posterMs);
  const end = await runTool({ program: tools.ffmpeg, args, limitMs: posterMs, signal, patient: true });
  const made = await stat(path).catch(() => null);
  const { width, height } = main.facts;
  if (end.code !== 0 || !made?.size || width === undefined || height === undefined) return [];
  return [{ name: 'poster', path, type: 'image/jpeg', facts: { width, height } }];
}

export function createRecordingProcessor(setting: RecordingSetting = {}): RecordingProcessor {
  const toolsNow = setting.tools ?? (() => findFfmpeg(process.env['PATH'] ?? ''));
  const closing = new AbortController();
  const looking = new Lanes(looksAtOnce);
  const making = new Lanes(1);

  async function derive(
    file: FinishedFile,
    folder: string,
    signal: AbortSignal,
    report: (share: number) => void,
  ): Promise<Result<Derivation>> {
    const demuxer = demuxerOf(file.type);
    if (demuxer === null)
      return problem('media_refused', `${file.type} is not supported. Export the recording as MP4 or MP3.`);
    const tools = toolsNow();
    if (!tools) return missing();
    const probed = await probeRecording(tools, demuxer, file.path, signal, setting.probeMs);
    if (!probed.ok) return probed;
    const recording = probed.value;
    const limitMs = setting.transcodeMs ?? transcodeLimitMs(recording.durationMs);
    const errand = { tools, folder, signal };
    const main = await makeMain(errand, { demuxer, path: file.path, recording, limitMs }, report);
    if (!main.ok) return main;
    const posters = recording.picture ? await makePoster(errand, main.value) : [];
    const { durationMs } = main.value.facts;
    const facts = { ...recording.picture, ...(durationMs === undefined ? {} : { durationMs }) };
    return ok({ files: [main.value, ...posters], facts });
  }

  return {
    name: 'recordings',
    handles: isRecording,
    servesOriginal: false,
    async inspect({ path, type }, signal) {
      const demuxer = demuxerOf(type);
      const tools = toolsNow();
      if (demuxer === null || !tools) return ok({});
      const either = AbortSignal.any([signal, closing.signal]);
      const probed = await looking.run(() => probeRecording(tools, demuxer, path, either, setting.probeMs));
      if (!probed.ok) return probed;
      const { picture, durationMs } = probed.value;
      return ok({ ...picture, ...(durationMs === null ? {} : { durationMs }) });
    },
    derive(file, folder, signal, report = () => {}) {
      const either = AbortSignal.any([signal, closing.signal]);
      return making.run(() => derive(file, folder, either, report));
    },
    async close() {
      closing.abort(new Error('the server ends'));
      // The task before it has ended then, and its program with it.
      await making.run(async () => {});
    },
  };
}
