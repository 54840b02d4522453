/** Commits a write of the platform to the control database and returns its value; throws on a refusal, which would be a bug. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Plan, TenantStore } from '../../store/contract.ts';

/** Maximum number of rows deleted in one commit: others write between two of them. */
const deletedAtOnce = 500;

export async function commitControl<T>(control: TenantStore, actor: string, plan: Plan<T>): Promise<T> {
  const done = await control.commit(actor, plan);
  return must(done.ok ? done.value : null, 'the control store takes writes').value;
}

/** Deletes every row of a table of the control database that fits the condition, in as many commits as it takes. */
export async function deleteControlRows(
  control: TenantStore,
  actor: string,
  table: string,
  where: Condition,
): Promise<void> {
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; )
    deleted = await commitControl(control, actor, async (tx) => {
      const rows = await tx.find(table, { where, limit: deletedAtOnce });
      for (const { id } of rows) await tx.delete(table, id);
      return ok(rows.length);
    });
}
