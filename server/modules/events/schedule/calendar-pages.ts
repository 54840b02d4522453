/** Calendar files as public pages: of the ticket page, of the registration page, and the address to subscribe to. */
import { isId } from '#shared/base/id.ts';
import { events } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import type { PageAnswer, PageContext, PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { absent } from '../registration-page/frame.ts';
import { openEvent, tenantOfAddress } from '../registration-page/open-sale.ts';
import { publicPageUrl } from '../registration-page/public-page-url.ts';
import { ownerOfCalendar, tenantOfCalendar } from './calendar-address.ts';
import { calendarAnswer, personalFile, sessionFile, wholeFile } from './calendar-files.ts';

interface Making {
  readonly ports: EventsPorts;
  readonly reader: Reader;
  readonly context: PageContext;
}

async function ofPerson(
  { context: { clock, tenant }, ports, reader }: Making,
  person: RegistrationRecord | null,
): Promise<PageAnswer> {
  const event = person && (await reader.get(events, person.event));
  if (!event) return absent;
  const making = { nowMs: clock(), url: await publicPageUrl(ports, tenant, event) };
  return calendarAnswer(await personalFile(reader, event, person, making), 'schedule');
}

async function ofSession(
  { context: { clock, tenant }, ports, reader }: Making,
  eventId: string,
  id: string | undefined,
): Promise<PageAnswer> {
  const session = id !== undefined && isId(id) ? await reader.get(sessions, id) : null;
  if (session?.event !== eventId) return absent;
  const url = await publicPageUrl(ports, tenant, await reader.get(events, eventId));
  return calendarAnswer(sessionFile(session, { nowMs: clock(), url }), 'session');
}

export function calendarPages(ports: EventsPorts): readonly PublicPage[] {
  const ofTicket = (secret: string | undefined, reader: Reader) =>
    reader.shapeOf(registrations.name) === null ? null : reader.findOne(registrations, { pageSecret: secret ?? '' });
  const ticket = { tenantOf: ({ secret }: Readonly<Record<string, string>>) => tenantOfPageSecret(secret ?? '') };
  return [
    {
      path: '/c/:secret/schedule.ics',
      tenantOf: ({ secret }) => tenantOfCalendar(secret ?? ''),
      answer: async ({ params }, reader, context) =>
        ofPerson({ ports, reader, context }, await ownerOfCalendar(reader, params['secret'] ?? '')),
    },
    {
      path: '/t/:secret/schedule.ics',
      ...ticket,
      answer: async ({ params: { secret } }, reader, context) =>
        ofPerson({ ports, reader, context }, await ofTicket(secret, reader)),
    },
    {
      path: '/t/:secret/sessions/:session/session.ics',
      ...ticket,
      async answer({ params: { secret, session } }, reader, context) {
        const person = await ofTicket(secret, reader);
        return person ? ofSession({ ports, reader, context }, person.event, session) : absent;
      },
    },
    {
      path: '/e/:tenant/:event/schedule.ics',
      tenantOf: tenantOfAddress,
      async answer(asked, reader, context) {
        const opened = await openEvent(ports, asked, reader, context);
        if (!opened) return absent;
        const making = { nowMs: context.clock(), url: `${ports.pagesUrl}${opened.facts.path}` };
        return calendarAnswer(
          await wholeFile(reader, opened.event, making),
          `${opened.event.slug ?? 'event'}-schedule`,
        );
      },
    },
    {
      path: '/e/:tenant/:event/sessions/:session/session.ics',
      tenantOf: tenantOfAddress,
      async answer(asked, reader, context) {
        const opened = await openEvent(ports, asked, reader, context);
        return opened ? ofSession({ ports, reader, context }, opened.event.id, asked.params['session']) : absent;
      },
    },
  ];
}
