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
/** Maximum number of transactions for one rule in one run: the rest waits for the next minute. */
const commitsMax = 50;

function statusField(rule: DueRule, writer: RecordWriter): string {
  return writer.definition(rule.collection).lifecycle?.field ?? 'status';
}

function waiting(rule: DueRule, writer: RecordWriter): Condition {
  return { kind: 'field', path: statusField(rule, writer), op: 'equals', value: rule.from };
}

/** @returns 0: the next run goes on; otherwise the number of moved records, and more may be due */
async function moveSome(rule: DueRule, writer: RecordWriter, job: FollowerContext): Promise<number> {
  const field = statusField(rule, writer);
  const passed: Condition = { kind: 'field', path: rule.at, op: 'less_than_equal', value: isoTime(job.clock()) };
  const where: Condition = { kind: 'and', of: [waiting(rule, writer), passed] };
  // Looked for outside first: a minute in which nothing is due costs no transaction.
  if ((await job.reader.find(rule.collection, { where, limit: 1 })).length === 0) return 0;
  const context = { actor: systemActor(job.tenant, 'due'), clock: job.clock, newId: job.newId };
  const done = await job.commit(async (tx) => {
    const due = await tx.find(rule.collection, {
      where,
      sort: [{ path: rule.at, direction: 'asc' }],
      limit: perCommitMax,
    });
    let moved = 0;
    for (const { id } of due) {
      // A record that may not move, e.g. because a needed field was emptied, does not refuse the others of this transaction.
      const one = await writer.update({ tx, context }, rule.collection, id, { [field]: rule.to });
      if (one.ok) moved++;
    }
    return ok(moved);
  });
  return done.ok && done.value === perCommitMax ? done.value : 0;
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
      for (const rule of rules)
        for (let commits = 0; commits < commitsMax; commits++) if ((await moveSome(rule, writer, job)) === 0) break;
    },
  };
}
