/** Timed job that moves records to another state when their time has come, e.g. pages to `published`, quotes to `expired`. */
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import type { DueRule } from '#shared/modules/rule-definition.ts';
import type { Condition } from '#shared/query/query.ts';
import { earliest, type FollowerContext, firstDue, type TimedJob } from '../../core/collections/follower.ts';
import { systemActor } from '../../core/policy/actor.ts';
import type { RecordWriter } from './record-writer.ts';

/** Largest number of records that one transaction changes: other writers wait for it. */
const perCommitMax = 200;
/** Maximum number of transactions that change records, for one rule in one run: the rest waits for the next minute. */
const commitsMax = 50;

function statusField(rule: DueRule, writer: RecordWriter): string {
  return writer.definition(rule.collection).lifecycle?.field ?? 'status';
}

function waiting(rule: DueRule, writer: RecordWriter): Condition {
  return { kind: 'field', path: statusField(rule, writer), op: 'equals', value: rule.from };
}

interface Moved {
  readonly moved: number;
  /** Sort keys of the last record that was looked at; null: there are no more. */
  readonly last: readonly unknown[] | null;
}

/** @returns null: nothing is due, or the transaction was refused; the next run goes on */
async function moveSome(
  rule: DueRule,
  writer: RecordWriter,
  job: FollowerContext,
  after: Moved['last'],
): Promise<Moved | null> {
  const field = statusField(rule, writer);
  const passed: Condition = { kind: 'field', path: rule.at, op: 'less_than_equal', value: isoTime(job.clock()) };
  const where: Condition = { kind: 'and', of: [waiting(rule, writer), passed] };
  const sort = [{ path: rule.at, direction: 'asc' }] as const;
  const onwards = { where, sort, ...(after && { after }) };
  // Looked for outside first: a minute in which nothing is due costs no transaction.
  if ((await job.reader.find(rule.collection, { ...onwards, limit: 1 })).length === 0) return null;
  const context = { actor: systemActor(job.tenant, 'due'), clock: job.clock, newId: job.newId };
  const done = await job.commit(async (tx) => {
    const due = await tx.find(rule.collection, { ...onwards, limit: perCommitMax });
    let moved = 0;
    for (const { id } of due) {
      // A record that may not move, e.g. because a needed field was emptied, does not refuse the others of this transaction.
      const one = await writer.update({ tx, context }, rule.collection, id, { [field]: rule.to });
      if (one.ok) moved++;
    }
    const last = due.length === perCommitMax ? due.at(-1) : undefined;
    return ok({ moved, last: last ? [last[rule.at], last.id] : null });
  });
  return done.ok ? done.value : null;
}

/** Goes on after the last record of each transaction: records that may not move stay due, and would be found first again. */
async function moveAll(rule: DueRule, writer: RecordWriter, job: FollowerContext): Promise<void> {
  let after: Moved['last'] = null;
  for (let commits = 0; commits < commitsMax; ) {
    const some = await moveSome(rule, writer, job, after);
    if (!some?.last) return;
    if (some.moved > 0) commits++;
    after = some.last;
  }
}

export function dueJob(module: string, rules: readonly DueRule[], writer: RecordWriter): TimedJob {
  return {
    name: `${module}.due`,
    everyMs: minuteMs,
    async nextDue(job, { lastRunMs }) {
      const times: (number | null)[] = [];
      for (const rule of rules) {
        const rows = { collection: rule.collection, field: rule.at, where: waiting(rule, writer) };
        times.push(await firstDue(job, rows, lastRunMs));
      }
      return earliest(times);
    },
    async run(job) {
      for (const rule of rules) await moveAll(rule, writer, job);
    },
  };
}
