/** Checks for the doctor whether this machine can process pictures and recordings; each answer is the end of a sentence. */
import { fork } from 'node:child_process';
import { secondMs } from '#shared/base/time.ts';
import { plainEnvironment } from './plain-environment.ts';
import { findFfmpeg } from './recordings/find-ffmpeg.ts';
import { runTool } from './recordings/run-tool.ts';

const startMs = 60 * secondMs;

/** @throws with what to do, where the process that opens pictures does not start */
export function checkPictures(): Promise<string> {
  const child = fork(new URL('images/image-worker.ts', import.meta.url), [], {
    env: plainEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: startMs,
  });
  return new Promise<string>((resolve, reject) => {
    const fail = () =>
      reject(new Error('sharp does not run here: install the packages again (npm ci) on this computer'));
    child.once('message', () => resolve('are opened by sharp, in a separate process'));
    child.once('error', fail);
    child.once('exit', fail);
  }).finally(() => child.kill());
}

/**
 * A machine without ffmpeg is no fault: the answer says so, and recordings are kept as they came.
 *
 * @param path folders as in the environment's PATH
 * @throws where ffmpeg cannot be run, or lacks an encoder
 */
export async function checkRecordings(path: string): Promise<string> {
  const tools = findFfmpeg(path);
  if (!tools) return 'are stored but not processed (ffmpeg and ffprobe are not on the PATH)';
  const { signal } = new AbortController();
  const end = await runTool({ program: tools.ffmpeg, args: ['-hide_banner', '-encoders'], limitMs: startMs, signal });
  const lacking = ['libx264', 'aac'].filter((name) => !new RegExp(`^ [A-Z.]{6} ${name} `, 'm').test(end.output));
  if (end.code !== 0 || lacking.length > 0)
    throw new Error(`${tools.ffmpeg} lacks ${lacking.join(' and ')}: install an ffmpeg that has them`);
  return `are converted to MP4 and M4A by ${tools.ffmpeg}`;
}
