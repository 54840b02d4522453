/** `events.page_links`: the addresses of an event's page, for the organizer. */
import { escapeHtml } from '#shared/base/escape-html.ts';
import { ok } from '#shared/base/result.ts';
import { hourMs } from '#shared/base/time.ts';
import { pageLinks } from '#shared/modules/events/registration-page.ts';
import { action } from '../../../core/collections/action.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { pagePath, sealPreview } from './open-sale.ts';

const previewMs = 7 * 24 * hourMs;

export function pageLinksAction(ports: EventsPorts) {
  return action(pageLinks, async (reader, { eventId }, { actor, clock }) => {
    const found = await eventOf(reader, eventId);
    if (!found.ok) return found;
    const { id, publicPage, slug, status } = found.value;
    const { sandbox, tenant } = await ports.slugOf(actor.tenant);
    const path = pagePath(tenant, sandbox, slug ?? id);
    const url = `${ports.pagesUrl}${path}`;
    const preview = `${url}?preview=${sealPreview(ports, id, clock() + previewMs)}`;
    const embed = `<script async src="${ports.pagesUrl}/embed.js" data-event="${escapeHtml(path.slice('/e/'.length))}"></script>`;
    return ok({
      page: publicPage && status !== 'draft' ? url : null,
      preview,
      embed,
      kiosk: `${ports.publicUrl}/kiosk/`,
    });
  });
}
