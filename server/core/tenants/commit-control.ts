/** Commits a write of the platform to the control database and returns its value; throws on a refusal, which would be a bug. */
import { must } from '#shared/base/assert.ts';
import type { Plan, TenantStore } from '../../store/contract.ts';

export async function commitControl<T>(control: TenantStore, actor: string, plan: Plan<T>): Promise<T> {
  const done = await control.commit(actor, plan);
  return must(done.ok ? done.value : null, 'the control store takes writes').value;
}
