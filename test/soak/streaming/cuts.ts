/**
 * `npm run stream-cuts`: real cuts of a real encoder. ffmpeg is stopped (SIGSTOP) or killed for 20 s and for 120 s; the
 * stream goes on after the short ones, and is a new one after the long ones. Prints what happened to the stream, to a target
 * and to the playlist, each with its time.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hlsFolder, playlistName } from '#server/streaming/hls-files.ts';
import { freePorts } from '#test/fixtures/free-port.ts';
import { encode, openStage, openStandIn, type Stage, wait } from './stage.ts';

/** Of the event, unless it says otherwise. */
const reconnectSeconds = 60;
const before = 8_000;
const liveWithinMs = 30_000;
const hours = 3_600;

interface Cut {
  readonly name: string;
  readonly seconds: number;
  begin(encoder: ChildProcess): void;
  /** @returns the encoder that publishes from now on */
  end(encoder: ChildProcess, stage: Stage): ChildProcess;
}

const killed = (seconds: number): Cut => ({
  ...{ name: `killed for ${seconds} s`, seconds },
  begin: (encoder) => void encoder.kill('SIGKILL'),
  end: (_encoder, stage) => encode(stage.publishUrl, hours),
});

/** Its connection is closed after 10 s without a packet. ffmpeg does not connect again, so another one goes on. */
const stopped = (seconds: number): Cut => ({
  ...{ name: `stopped for ${seconds} s`, seconds },
  begin: (encoder) => void encoder.kill('SIGSTOP'),
  end(encoder, stage) {
    encoder.kill('SIGCONT');
    encoder.kill('SIGKILL');
    return encode(stage.publishUrl, hours);
  },
});

const cuts: readonly Cut[] = [killed(20), stopped(20), killed(120), stopped(120)];

async function until(stage: Stage, state: string, limitMs: number): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < limitMs) {
    if ((await stage.status())['status'] === state) return performance.now() - begun;
    await wait(100);
  }
  return null;
}

const inSeconds = (ms: number | null) => (ms === null ? 'not in time' : `${(ms / 1_000).toFixed(1)} s`);

async function measure(cut: Cut, good: number): Promise<boolean> {
  const taking = await openStandIn(good);
  const stage = await openStage({ good });
  let encoder = encode(stage.publishUrl, hours);
  const live = await until(stage, 'live', liveWithinMs);
  await wait(before);
  const first = String((await stage.status())['streamId']);
  const framesBefore = taking.frames();
  const begun = performance.now();
  cut.begin(encoder);
  const noticed = await until(stage, 'disconnected', cut.seconds * 1_000);
  await wait(Math.max(0, cut.seconds * 1_000 - (performance.now() - begun)));
  const during = String((await stage.status())['status']);
  const framesDuring = taking.frames();
  encoder = cut.end(encoder, stage);
  const back = await until(stage, 'live', liveWithinMs);
  await wait(before);
  const second = String((await stage.status())['streamId']);
  const shown = await stage.gatehouse.send('GET', `/api/v1/streams/${second}`, { key: stage.key });
  const row = shown.body['data'] as { interruptions: number; recorded: boolean };
  const playlist = readFileSync(join(hlsFolder(stage.gatehouse.dataDir, second), playlistName), 'utf8');
  const breaks = playlist.match(/^#EXT-X-DISCONTINUITY$/gm)?.length ?? 0;
  const { attempts, state } = await stage.target('good');
  const isSame = first === second;
  const shallBeSame = cut.seconds < reconnectSeconds;
  process.stdout.write(
    `encoder ${cut.name}: live ${inSeconds(live)} after its start, disconnected ${inSeconds(noticed)} after the cut, ` +
      `${during} at its end, live again ${inSeconds(back)} after the encoder's return; ` +
      `${isSame ? 'the same stream' : 'a new stream'}, ${row.interruptions} interruptions, ${breaks} breaks in its playlist; ` +
      `target ${String(state)} (${String(attempts)} connections), frames ${framesBefore} → ${framesDuring} → ${taking.frames()}\n`,
  );
  encoder.kill('SIGKILL');
  taking.running.child.kill('SIGKILL');
  await stage.close();
  const arrived = taking.frames() > framesDuring + 100;
  return isSame === shallBeSame && live !== null && noticed !== null && back !== null && arrived;
}

async function main(): Promise<void> {
  let isMet = true;
  for (const cut of cuts) {
    const [good = 0] = await freePorts(1);
    isMet = (await measure(cut, good)) && isMet;
  }
  process.exitCode = isMet ? 0 : 1;
}

await main();
