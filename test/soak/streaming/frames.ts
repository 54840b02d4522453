/**
 * `npm run stream-frames`: 34 s of ffmpeg (850 frames) to two nginx-rtmp targets, of which one is killed, stopped or
 * refuses from the 8th second to the 18th. Prints how many frames the other one has, and when the first is back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '#test/fixtures/free-port.ts';
import { hasNginxRtmp, type NginxTarget, nginxTarget } from './nginx-target.ts';
import { encode, openStage, wait } from './stage.ts';

const seconds = 34;
const frames = seconds * 25;
const faultAtMs = 8_000;
const faultForMs = 10_000;
const backWithinMs = 15_000;
/** More than the header of a file. */
const keptBytes = 50_000;

interface Fault {
  readonly name: string;
  begin(target: NginxTarget): void;
  end(target: NginxTarget): void;
}

const restart = async (target: NginxTarget, refuses: boolean) => {
  target.signal('SIGKILL');
  await wait(300);
  target.start(refuses);
};

const faults: readonly Fault[] = [
  { name: 'killed', begin: (one) => one.signal('SIGKILL'), end: (one) => one.start() },
  { name: 'stopped', begin: (one) => one.signal('SIGSTOP'), end: (one) => one.signal('SIGCONT') },
  { name: 'refusing', begin: (one) => void restart(one, true), end: (one) => void restart(one, false) },
];

/** A target that was stopped may go on with the same connection: it is back when it keeps more than before. */
async function backAfter(target: NginxTarget, before: number, state: () => Promise<unknown>): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < backWithinMs) {
    if (target.bytes() > before + keptBytes && (await state()) === 'broadcasting') return performance.now() - begun;
    await wait(50);
  }
  return null;
}

async function measure(fault: Fault, root: string): Promise<boolean> {
  const [goodPort = 0, faultyPort = 0] = await freePorts(2);
  const good = nginxTarget(root, goodPort);
  const faulty = nginxTarget(root, faultyPort);
  good.start();
  faulty.start();
  await wait(500);
  const stage = await openStage({ good: goodPort, faulty: faultyPort });
  const encoder = encode(stage.publishUrl, seconds);
  const ended = new Promise<void>((resolve) => encoder.once('close', () => resolve()));
  await wait(faultAtMs);
  fault.begin(faulty);
  await wait(faultForMs);
  const kept = faulty.bytes();
  fault.end(faulty);
  const back = await backAfter(faulty, kept, async () => (await stage.target('faulty'))['state']);
  await ended;
  await wait(1_000);
  const dropped = (await stage.target('faulty'))['droppedFrames'];
  await stage.close();
  await wait(500);
  const count = good.frames();
  const said =
    back === null ? `not back within ${backWithinMs / 1_000} s` : `back after ${(back / 1_000).toFixed(1)} s`;
  process.stdout.write(
    `one target ${fault.name}: ${count} of ${frames} frames at the other one; the first is ${said}, ` +
      `has ${faulty.frames()} frames, ${dropped} left out\n`,
  );
  good.close();
  faulty.close();
  return count === frames && back !== null;
}

async function main(): Promise<void> {
  if (!hasNginxRtmp()) throw new Error('nginx with its RTMP module is missing: apt-get install libnginx-mod-rtmp');
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-frames-'));
  let isMet = true;
  for (const fault of faults) isMet = (await measure(fault, root)) && isMet;
  rmSync(root, { recursive: true, force: true });
  process.exitCode = isMet ? 0 : 1;
}

await main();
