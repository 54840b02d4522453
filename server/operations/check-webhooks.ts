/**
 * The doctor's line about webhooks: whose endpoints have not answered for a day, or were switched off for it. A failing
 * endpoint is no fault of this server.
 */

import { dayMs, isoTime } from '#shared/base/time.ts';
import { webhooks } from '#shared/modules/webhooks/webhooks.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import type { Assembly } from '../start/assemble.ts';

const namedMax = 5;
/** Maximum number of webhooks read per tenant: more than it may have. */
const webhooksMax = 200;

export async function checkWebhooks({ clock, directory }: Assembly, tenants: readonly TenantRecord[]): Promise<string> {
  const longAgo = isoTime(clock() - dayMs);
  const dead: string[] = [];
  let all = 0;
  for (const tenant of tenants) {
    const found = await (await directory.open(tenant)).find(webhooks, { limit: webhooksMax });
    all += found.length;
    for (const { disabledReason, failingSince, status, url } of found) {
      if (status === 'disabled' && disabledReason !== 'by_hand') dead.push(`${url} of ${tenant.slug} is switched off`);
      else if (status === 'active' && failingSince !== null && failingSince < longAgo)
        dead.push(`${url} of ${tenant.slug} has not responded since ${failingSince}`);
    }
  }
  if (dead.length === 0) return `${all}, all working`;
  const more = dead.length > namedMax ? `, and ${dead.length - namedMax} more` : '';
  return `${dead.length} of ${all} not working: ${dead.slice(0, namedMax).join('; ')}${more}`;
}
