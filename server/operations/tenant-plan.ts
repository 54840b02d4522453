/** Shows and sets the plan of a tenant, and the number of requests a minute that was agreed with it. */
import { ok } from '#shared/base/result.ts';
import { plans } from '../core/tenants/control.ts';
import { neededTenant, type ServerCommand, UsageError } from './command.ts';

const requestsMax = 10_000_000;

function readRequests(text: string | undefined): { requestsPerMinute?: number | null } {
  if (text === undefined) return {};
  if (text === 'plan') return { requestsPerMinute: null };
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > requestsMax)
    throw new UsageError(`--requests-per-minute must be a whole number from 1 to ${requestsMax}, or: plan.`);
  return { requestsPerMinute: value };
}

export const tenantPlan: ServerCommand = {
  name: 'tenant plan',
  usage: 'SLUG [--plan starter|business|enterprise] [--requests-per-minute N|plan]',
  summary: 'Show or change the plan and its limit, also of the sandbox; it applies from the next request on.',
  positionals: ['slug'],
  options: { plan: { type: 'string' }, 'requests-per-minute': { type: 'string' } },
  async run(assembly, given) {
    const tenant = await neededTenant(assembly, given.needed('slug'));
    const asked = given.text('plan');
    const plan = asked === undefined ? tenant.plan : plans.find((p) => p === asked);
    if (!plan) throw new UsageError(`--plan must be one of: ${plans.join(', ')}.`);
    const patch = { plan, ...readRequests(given.text('requests-per-minute')) };
    const { control, sandboxOf } = assembly.directory;
    const twins = [tenant, await sandboxOf(tenant.id)].filter((t) => t !== null);
    const done = await control.commit('system:administration', async (tx) => {
      for (const { id } of twins) await tx.update('tenants', id, patch);
      return ok(null);
    });
    if (!done.ok) throw new UsageError(done.errors[0].message);
    if (asked !== undefined || 'requestsPerMinute' in patch)
      await assembly.access.audits.recordHere(tenant.id, {
        action: 'tenant.plan',
        subject: tenant.slug,
        detail: patch,
      });
    const { requestsPerMinute = null } = { requestsPerMinute: tenant.requestsPerMinute, ...patch };
    return {
      value: { tenant: tenant.id, slug: tenant.slug, plan, requestsPerMinute },
      lines: [`${tenant.slug}: ${plan}, requests per minute: ${requestsPerMinute ?? 'as in the plan'}.`],
    };
  },
};
