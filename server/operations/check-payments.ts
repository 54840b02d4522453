/**
 * The doctor's lines about payments and emails to attendees. Each check throws with the open alerts that a person has to
 * look at, most of all those where our rows and the processor's differ.
 */
import { mailAlertKinds, type PaymentAlertRecord, paymentAlerts } from '#shared/modules/events/payment.ts';
import { where } from '#shared/query/query.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import type { Assembly } from '../start/assemble.ts';

const namedMax = 5;
/** Maximum number of open alerts read per tenant. */
const alertsMax = 200;

function line({ kind, paymentIntent, registration }: PaymentAlertRecord, { slug }: TenantRecord): string {
  const about = registration === null ? paymentIntent : `registration ${registration}`;
  return `${kind.replaceAll('_', ' ')}${about === null ? '' : ` (${about})`} of ${slug}`;
}

const isOfMails = ({ kind }: PaymentAlertRecord) => (mailAlertKinds as readonly string[]).includes(kind);

export function checkPayments(
  assembly: Pick<Assembly, 'directory'>,
  tenants: readonly TenantRecord[],
): Promise<string> {
  return checkAlerts(assembly, tenants, (alert) => !isOfMails(alert));
}

/** Emails to attendees that do not go out, or were refused. */
export function checkMails(assembly: Pick<Assembly, 'directory'>, tenants: readonly TenantRecord[]): Promise<string> {
  return checkAlerts(assembly, tenants, isOfMails);
}

async function checkAlerts(
  { directory }: Pick<Assembly, 'directory'>,
  tenants: readonly TenantRecord[],
  which: (alert: PaymentAlertRecord) => boolean,
): Promise<string> {
  const open: string[] = [];
  for (const tenant of tenants.filter(({ modules }) => modules.includes('events'))) {
    const store = await directory.open(tenant);
    const found = await store.find(paymentAlerts, { where: where({ resolvedAt: null }), limit: alertsMax });
    open.push(...found.filter(which).map((alert) => line(alert, tenant)));
  }
  if (open.length === 0) return 'no open alerts';
  const more = open.length > namedMax ? `, and ${open.length - namedMax} more` : '';
  throw new Error(`${open.length} open alerts: ${open.slice(0, namedMax).join('; ')}${more}. See payment_alerts`);
}
