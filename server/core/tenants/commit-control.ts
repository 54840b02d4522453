/** A write of the platform's own to the control database, which refuses none: where it does, that is a bug. */
import { must } from '#shared/base/assert.ts';
import type { Plan, TenantStore } from '../../store/contract.ts';

export async function commitControl<T>(control: TenantStore, actor: string, plan: Plan<T>): Promise<T> {
  const done = await control.commit(actor, plan);
  return must(done.ok ? done.value : null, 'the control store takes writes').value;
}
