/** The public page of an event, for what leaves the person's own pages: calendar files, and pages that anyone may see. */
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { EventsPorts } from '../ports.ts';
import { pagePath } from './open-sale.ts';

/**
 * @param tenantId whose event it is
 * @returns null where the event has no page that everyone may open
 */
export async function publicPageUrl(
  { pagesUrl, slugOf }: Pick<EventsPorts, 'pagesUrl' | 'slugOf'>,
  tenantId: string,
  event: EventRecord | null,
): Promise<string | null> {
  if (!event?.publicPage || event.status === 'draft') return null;
  const { sandbox, tenant } = await slugOf(tenantId);
  return `${pagesUrl}${pagePath(tenant, sandbox, event.slug ?? event.id)}`;
}
