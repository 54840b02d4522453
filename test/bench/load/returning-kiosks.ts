/** Load of S2: kiosks that were cut off bring their scans, each kiosk a batch at a time, all kiosks at once. */
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import type { BenchKiosk, Person } from '../prepared-event.ts';
import { post } from './post.ts';
import { answerJob } from './run-load.ts';

export interface ReturningJob {
  readonly url: string;
  readonly eventId: string;
  readonly list: string;
  readonly kiosks: readonly BenchKiosk[];
  readonly people: readonly Person[];
  /** As kiosk/sync/push-scans.ts has it. */
  readonly batchRows: number;
}

export interface ReturningAnswer {
  readonly seconds: number;
  readonly accepted: number;
}

function scanOf(job: ReturningJob, kiosk: BenchKiosk, person: Person, counter: number) {
  const atMs = Date.now() - 60_000 + counter;
  return {
    id: uuidv7(atMs, randomBytes(10)),
    event: job.eventId,
    gate: 'main-entrance',
    list: job.list,
    kiosk: kiosk.id,
    counter,
    ...person,
    direction: 'entry',
    verdict: 'admitted',
    undoes: null,
    undoReason: null,
    flags: ['offline'],
    scannedAt: isoTime(atMs),
    issuedAt: isoTime(atMs - 60_000),
    clockOffsetMs: 12,
    knownSeq: 1_000,
    ruleVersion: 1,
    source: 'camera',
    staff: 'Ada at the door',
    overrideReason: null,
    overrideBy: null,
    overrode: null,
    answers: null,
    leases: null,
    durationMs: 40,
  };
}

/** What one kiosk sends, made before the clock runs. */
function batchesOf(job: ReturningJob, kiosk: BenchKiosk, people: readonly Person[]): readonly Buffer[] {
  const rows = people.map((person, i) => ({
    newDocumentState: scanOf(job, kiosk, person, i),
    assumedMasterState: null,
  }));
  const batches: Buffer[] = [];
  for (let from = 0; from < rows.length; from += job.batchRows)
    batches.push(Buffer.from(JSON.stringify({ rows: rows.slice(from, from + job.batchRows) })));
  return batches;
}

answerJob<ReturningJob, ReturningAnswer>(async (job) => {
  const { kiosks, people, url } = job;
  const each = Math.floor(people.length / kiosks.length);
  const work = kiosks.map((kiosk, i) => ({
    kiosk,
    batches: batchesOf(job, kiosk, people.slice(i * each, (i + 1) * each)),
  }));
  const agent = new Agent({ keepAlive: true, maxSockets: kiosks.length });
  const started = performance.now();
  let accepted = 0;
  await Promise.all(
    work.map(async ({ kiosk, batches }) => {
      for (const batch of batches) {
        const { status, text } = await post(agent, `${url}/api/v1/replication/scans/push`, kiosk.token, batch);
        if (status !== 200) throw new Error(`a push answered ${status}: ${text}`);
        const { items } = JSON.parse(text) as { items: readonly { outcome: string }[] };
        accepted += items.filter(({ outcome }) => outcome === 'accepted').length;
      }
    }),
  );
  return { seconds: (performance.now() - started) / 1_000, accepted };
});
