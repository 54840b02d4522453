/** `payments reconcile`: compares the payments here with the processor's own books now, and names every difference. */
import { must } from '#shared/base/assert.ts';
import { type PaymentAlertRecord, paymentAlerts } from '#shared/modules/events/payment.ts';
import { where } from '#shared/query/query.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import { differenceKinds, reconcileJob } from '../modules/events/payments/reconcile.ts';
import type { Assembly } from '../start/assemble.ts';
import { neededTenant, type ServerCommand } from './command.ts';

/** Maximum number of open alerts read per tenant. */
const alertsMax = 10_000;

const slugOf = ({ sandboxOf, slug }: TenantRecord) => (sandboxOf ? `test.${slug}` : slug);

/** The server's own timed job: what it finds it also writes into `payment_alerts`, or resolves there. */
async function reconcile(assembly: Assembly, tenant: TenantRecord): Promise<readonly PaymentAlertRecord[]> {
  const { clock, directory, modules, newId } = assembly;
  const job = must(
    modules.all.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === reconcileJob),
    'the job that reconciles',
  );
  const store = await directory.open(tenant);
  await job.run({
    ...{ tenant: tenant.id, clock, newId, reader: store },
    commit: async (plan) => {
      const done = await store.commit(`system:${reconcileJob}`, plan);
      return done.ok ? { ok: true, value: done.value.value } : done;
    },
  });
  const open = await store.find(paymentAlerts, { where: where({ resolvedAt: null }), limit: alertsMax });
  return open.filter(({ kind }) => (differenceKinds as readonly string[]).includes(kind));
}

export const paymentsReconcile: ServerCommand = {
  name: 'payments reconcile',
  usage: '[SLUG]',
  summary:
    'Compare payments with the processor’s books of the last 90 days, and name every difference. Exits with 1 if there is one.',
  positionals: ['slug'],
  options: {},
  async run(assembly, given) {
    const slug = given.text('slug');
    const named = slug === undefined ? null : await neededTenant(assembly, slug);
    const all = await assembly.directory.list();
    const own = all.filter(({ id, sandboxOf }) => named === null || id === named.id || sandboxOf === named.id);
    const differences: Readonly<Record<string, string | null>>[] = [];
    const failed: { readonly tenant: string; readonly problem: string }[] = [];
    for (const tenant of own.filter(({ modules }) => modules.includes('events'))) {
      try {
        for (const { kind, message, paymentIntent, registration } of await reconcile(assembly, tenant))
          differences.push({ tenant: slugOf(tenant), kind, paymentIntent, registration, message });
      } catch (fault) {
        failed.push({ tenant: slugOf(tenant), problem: fault instanceof Error ? fault.message : String(fault) });
      }
    }
    const lines = [
      ...differences.map((one) => `${one['tenant']}: ${one['kind']} (${one['paymentIntent']}): ${one['message']}`),
      ...failed.map(({ problem, tenant }) => `${tenant}: not compared: ${problem}`),
    ];
    const isGood = lines.length === 0;
    return {
      value: { differences, failed },
      lines: isGood ? ['The payments here agree with the processor’s books.'] : lines,
      exitCode: isGood ? 0 : 1,
    };
  },
};
