/** A confirmed meeting as a calendar file of the ticket page. */
import { isId } from '#shared/base/id.ts';
import { events } from '#shared/modules/events/event.ts';
import { meetings } from '#shared/modules/events/meeting.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { calendarFile } from '#shared/text/calendar-file.ts';
import type { PageAnswer, PublicPage } from '../../../../core/collections/public-page.ts';
import { tenantOfPageSecret } from '../../page-secret.ts';
import type { EventsPorts } from '../../ports.ts';
import { publicPageUrl } from '../../registration-page/public-page-url.ts';
import { meetingEntry } from './meeting-entry.ts';

const absent: PageAnswer = { status: 404, type: 'text/plain', body: '' };

export function meetingCalendarPage(ports: Pick<EventsPorts, 'pagesUrl' | 'slugOf'>): PublicPage {
  return {
    path: '/t/:secret/meetings/:meeting/meeting.ics',
    tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
    async answer({ params: { meeting: id = '', secret = '' } }, reader, { clock, tenant }) {
      const person = await reader.findOne(registrations, { pageSecret: secret });
      const meeting = person && isId(id) ? await reader.get(meetings, id) : null;
      const event = person && (await reader.get(events, person.event));
      const making = { nowMs: clock(), url: await publicPageUrl(ports, tenant, event) };
      const entry = person && meeting && (await meetingEntry(reader, meeting, person.id, making));
      if (!entry) return absent;
      const headers = { 'Content-Disposition': 'attachment; filename="meeting.ics"', 'Cache-Control': 'no-store' };
      return { status: 200, type: 'text/calendar; charset=utf-8', body: calendarFile(entry), headers };
    },
  };
}
