/**
 * Print jobs both ways, by RxDB's own rule (SY11): jobs of this kiosk and those of its gate that no kiosk has taken come
 * down, what becomes of them goes up. When two kiosks take the same job, the server's answer says whose it is; the
 * rule that settles it stands in store/print-job-conflicts.ts.
 */

import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import { kioskGate, kioskGateKey } from '#kiosk/store/kiosk-gate.ts';
import { printJobDoc } from '#kiosk/store/print-job-conflicts.ts';
import type { PrintJob } from '#kiosk/store/replica.ts';
import type { Feed, PrintJobDoc, Pulled, PushedRow } from '#kiosk/store/rows.ts';
import { isObject } from '#shared/base/json.ts';
import { printJobs as printJobsCollection } from '#shared/modules/events/gate.ts';
import { validate } from '#shared/schema/validate.ts';
import { pullAnswer, pushAnswer } from '#shared/sync/down.ts';
import type { Link } from './link.ts';

interface Checkpoint {
  readonly log: string;
  readonly seq: number;
}
type Written = PrintJobDoc & { _deleted: boolean };

const batchRows = 100;
const retryAfterFaultMs = 5_000;

export function startPrintJobs(replica: SyncedReplica, link: Link): Feed {
  /** Reads the role that was set last. An exhibitor's device prints nothing, and the server shows it no print jobs. */
  function printsBadges(): boolean {
    const { kioskId, role } = link.credentials();
    return (replica.roster.record('kiosks', kioskId)?.role ?? role) !== 'exhibitor';
  }

  /** Whether this kiosk keeps the job: its own, one of its gate that no kiosk has taken, or one that it holds already. */
  async function concernsUs(job: PrintJob): Promise<boolean> {
    const paired = link.credentials();
    if (job.kiosk === paired.kioskId || (await replica.printJobs.get(job.id)) !== null) return true;
    if (job.kiosk !== null) return false;
    const { roster } = replica;
    return job.gate === null || job.gate === kioskGate(roster, paired) || job.gate === kioskGateKey(roster, paired);
  }

  async function pull(checkpoint: unknown): Promise<Pulled<PrintJobDoc>> {
    const cursor = replica.cursor();
    if (cursor === null || !printsBadges()) return { documents: [], checkpoint: undefined };
    let at: Checkpoint = { log: cursor.log, seq: checkpointSeq(checkpoint, cursor.log) };
    const documents: Written[] = [];
    while (documents.length < batchRows) {
      const query = new URLSearchParams({ log: at.log, seq: String(at.seq), limit: String(batchRows) });
      const answer = await link.ask({ method: 'GET', path: `/api/v1/replication/print_jobs/pull?${query}` });
      // An answer of another log ends the loop: the roster's pull notices it as well and starts over.
      const parsed =
        answer.kind === 'ok' ? validate(pullAnswer, answer.body, { mode: 'create', unknown: 'drop' }) : null;
      if (!parsed?.ok) break;
      for (const { id, deleted, record } of parsed.value.documents) {
        const job = readJob(record);
        if (job && (await concernsUs(job))) documents.push({ ...printJobDoc(job), _deleted: false });
        else if (deleted && (await replica.printJobs.get(id))) documents.push(await tombstone(id));
      }
      at = { ...at, seq: parsed.value.seq };
      if (parsed.value.seq >= parsed.value.head) break;
    }
    return { documents, checkpoint: at };
  }

  async function tombstone(id: string): Promise<Written> {
    const job = await replica.printJobs.get(id);
    return { ...printJobDoc(job ?? ({ id } as PrintJob)), _deleted: true };
  }

  async function push(rows: readonly PushedRow<PrintJobDoc>[]): Promise<Written[]> {
    // Left over from a former role: kept, in case it comes back.
    if (!printsBadges()) throw new Error('an exhibitor’s device sends no print jobs');
    await link.whenUp();
    const body = {
      rows: rows.map(({ newDocumentState, assumedMasterState }) => ({
        newDocumentState: newDocumentState.job,
        assumedMasterState: assumedMasterState?.job ?? null,
      })),
    };
    const answer = await link.ask({ method: 'POST', path: '/api/v1/replication/print_jobs/push', body });
    if (answer.kind !== 'ok') throw new Error(`print jobs were not taken: ${answer.kind}`);
    const parsed = validate(pushAnswer, answer.body, { mode: 'create', unknown: 'drop' });
    if (!parsed.ok) throw new Error('the server did not answer every print job');
    return parsed.value.items.flatMap((item) => {
      const master = item.code === 'conflict' ? readJob(item.record) : null;
      return master ? [{ ...printJobDoc(master), _deleted: false }] : [];
    });
  }

  return replica.feeds.printJobs({ batchRows, retryMs: retryAfterFaultMs, pull, push });
}

function checkpointSeq(checkpoint: unknown, log: string): number {
  if (!isObject(checkpoint) || checkpoint['log'] !== log || typeof checkpoint['seq'] !== 'number') return 0;
  return checkpoint['seq'];
}

/** The job's own fields: what the system adds to a record is the server's. */
function readJob(record: unknown): PrintJob | null {
  if (!isObject(record) || typeof record['id'] !== 'string') return null;
  const parsed = validate(printJobsCollection.fields, record, { mode: 'create', unknown: 'drop', trusted: true });
  return parsed.ok ? { id: record['id'], ...parsed.value } : null;
}
