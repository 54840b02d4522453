/** Calendar files as public pages: of the ticket page, of the registration page, and the address to subscribe to. */
import { isId } from '#shared/base/id.ts';
import { events } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import type { PageAnswer, PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { absent } from '../registration-page/frame.ts';
import { openEvent, tenantOfAddress } from '../registration-page/open-sale.ts';
import { ownerOfCalendar, tenantOfCalendar } from './calendar-address.ts';
import { calendarAnswer, personalFile, sessionFile, wholeFile } from './calendar-files.ts';

async function ofPerson(
  reader: Reader,
  person: RegistrationRecord | null,
  nowMs: number,
  url: string,
): Promise<PageAnswer> {
  const event = person && (await reader.get(events, person.event));
  return event ? calendarAnswer(await personalFile(reader, event, person, { nowMs, url }), 'schedule') : absent;
}

async function ofSession(
  reader: Reader,
  eventId: string,
  id: string | undefined,
  nowMs: number,
  url: string,
): Promise<PageAnswer> {
  const session = id !== undefined && isId(id) ? await reader.get(sessions, id) : null;
  return session?.event === eventId ? calendarAnswer(sessionFile(session, { nowMs, url }), 'session') : absent;
}

export function calendarPages(ports: EventsPorts): readonly PublicPage[] {
  const ofTicket = (secret: string | undefined, reader: Reader) =>
    reader.shapeOf(registrations.name) === null ? null : reader.findOne(registrations, { pageSecret: secret ?? '' });
  const ticket = { tenantOf: ({ secret }: Readonly<Record<string, string>>) => tenantOfPageSecret(secret ?? '') };
  const pageOf = (secret: string | undefined) => `${ports.pagesUrl}/t/${secret}`;
  return [
    {
      path: '/c/:secret/schedule.ics',
      tenantOf: ({ secret }) => tenantOfCalendar(secret ?? ''),
      answer: async ({ params }, reader, { clock }) =>
        // Without the ticket page's address: the calendar must not lead to the code.
        ofPerson(reader, await ownerOfCalendar(reader, params['secret'] ?? ''), clock(), ports.pagesUrl),
    },
    {
      path: '/t/:secret/schedule.ics',
      ...ticket,
      answer: async ({ params: { secret } }, reader, { clock }) =>
        ofPerson(reader, await ofTicket(secret, reader), clock(), pageOf(secret)),
    },
    {
      path: '/t/:secret/sessions/:session/session.ics',
      ...ticket,
      async answer({ params: { secret, session } }, reader, { clock }) {
        const person = await ofTicket(secret, reader);
        return person ? ofSession(reader, person.event, session, clock(), pageOf(secret)) : absent;
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
        const url = `${ports.pagesUrl}${opened?.facts.path}`;
        return opened ? ofSession(reader, opened.event.id, asked.params['session'], context.clock(), url) : absent;
      },
    },
  ];
}
