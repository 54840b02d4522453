/** Makes the letter that invites a person of an exhibitor to the page with its leads. */
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { exhibitorMembers, exhibitors } from '#shared/modules/events/exhibitor.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventOfLetter } from './event-words.ts';
import type { Letter } from './letter.ts';

interface Invitation {
  readonly event: EventRecord;
  readonly letter: Omit<Letter, 'messageId'>;
}

/** @returns null where the link was withdrawn, or what it led to is gone */
export async function invitationOf(
  reader: Reader,
  memberId: string,
  name: string | null,
  pagesUrl: string,
): Promise<Invitation | null> {
  const member = await reader.get(exhibitorMembers, memberId);
  if (!member || member.revokedAt !== null) return null;
  const exhibitor = await reader.get(exhibitors, member.exhibitor);
  const event = exhibitor && (await reader.get(events, exhibitor.event));
  if (!event) return null;
  const letter = {
    template: 'exhibitor_invited',
    language: member.language ?? 'en',
    recipient: { name: name ?? member.email, email: member.email },
    event: eventOfLetter(event),
    ticketTypeName: '',
    registrationId: member.id,
    pageUrl: '',
    ticket: null,
    refund: null,
    exhibitor: { name: exhibitor.name, booth: exhibitor.booth, pageUrl: `${pagesUrl}/x/${member.pageSecret}` },
  } as const;
  return { event, letter };
}
