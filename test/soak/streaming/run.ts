/**
 * `npm run stream-soak [-- --minutes 30 --small --every 10]`: one encoder (`--small`: with a picture that takes little
 * processor time), a target that takes all, a target that is stopped and takes nothing, and segments for the player.
 * Prints every so many seconds what the streaming process holds in memory, and at the end its slope: a straight line
 * through the second half of the samples, when the engine has compiled what is hot.
 */
import { parseArgs } from 'node:util';
import { freePorts } from '#test/fixtures/free-port.ts';
import { encode, openStage, openStandIn, type Picture, residentMiB, usualPicture, wait } from './stage.ts';

const minuteMs = 60_000;
const smallPicture: Picture = { size: '160x90', framesPerSecond: 10, kbps: 60 };
/** More than this over the second half is growth, not noise. */
const slopeMaxMiBAMinute = 0.5;

interface Sample {
  readonly minute: number;
  readonly mib: number;
}

/** @returns MiB a minute, by least squares */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const minute = mean(samples.map((one) => one.minute));
  const mib = mean(samples.map((one) => one.mib));
  const spread = samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
  return samples.reduce((sum, one) => sum + (one.minute - minute) * (one.mib - mib), 0) / (spread || 1);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      small: { type: 'boolean', default: false },
      every: { type: 'string', default: '10' },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes must be a number above 0, such as 30.');
  const sampleMs = Number(values.every) * 1_000;
  if (!(sampleMs > 0)) throw new Error('--every must be a number of seconds above 0, such as 10.');
  const picture = values.small ? smallPicture : usualPicture;
  const [good = 0, stopped = 0] = await freePorts(2);
  const taking = await openStandIn(good);
  const stalled = await openStandIn(stopped);
  const stage = await openStage({ good, stopped });
  const encoder = encode(stage.publishUrl, minutes * 60, picture);
  const ended = new Promise<void>((resolve) => encoder.once('close', () => resolve()));
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  await wait(5_000);
  stalled.running.child.kill('SIGSTOP');
  const samples: Sample[] = [];
  const begun = performance.now();
  while (isRunning) {
    const minute = (performance.now() - begun) / minuteMs;
    samples.push({ minute, mib: residentMiB(stage.pid) });
    const server = residentMiB(process.pid);
    const dropped = (await stage.target('stopped'))['droppedFrames'];
    process.stdout.write(
      `${minute.toFixed(2)} min: streaming ${samples.at(-1)?.mib.toFixed(1)} MiB, server ${server.toFixed(1)} MiB, ` +
        `${taking.frames()} frames at the good target, ${dropped} left out at the stopped one\n`,
    );
    await Promise.race([wait(sampleMs), ended]);
  }
  await wait(2_000);
  const later = samples.slice(Math.floor(samples.length / 2));
  const slope = slopeOf(later);
  const expected = minutes * 60 * picture.framesPerSecond;
  process.stdout.write(`${taking.frames()} of ${expected} video frames (and sound) at the good target\n`);
  process.stdout.write(`slope of the second half: ${slope.toFixed(3)} MiB a minute\n`);
  for (const one of [taking, stalled]) one.running.child.kill('SIGKILL');
  await stage.close();
  process.exitCode = slope > slopeMaxMiBAMinute ? 1 : 0;
}

await main();
