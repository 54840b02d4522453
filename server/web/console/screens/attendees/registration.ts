/** A registration as the list shows it, and what an organizer does for one person. */
import { request } from '../../data/client.ts';
import { openWhenKnown } from '../../data/open-when-known.ts';

export interface Registration {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly status: 'pending' | 'confirmed' | 'cancelled' | 'waitlisted' | 'expired';
  readonly paymentStatus: string;
  readonly ticketNumber: string;
  readonly ticketType: string;
  readonly checkedInAt: string | null;
}

/** Opens the ticket page in another tab. */
export function openTicket(eventId: string, registrationId: string): Promise<void> {
  const path = `/events/${eventId}/registrations/${registrationId}`;
  return openWhenKnown(async () => (await request<{ ticketPage: string }>('GET', path)).ticketPage);
}

export async function reprintBadge(eventId: string, registrationId: string): Promise<void> {
  await request('POST', `/events/${eventId}/badge/reprint`, { registrationId, reason: 'requested in the console' });
}
