/** A registration as the list shows it, and what an organizer does for one person. */
import { request } from '../../data/client.ts';

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
export async function openTicket(eventId: string, registrationId: string): Promise<void> {
  // Opened at once: browsers block a window that opens after an answer.
  const page = open('', '_blank');
  const path = `/events/${eventId}/registrations/${registrationId}`;
  try {
    const { ticketPage } = await request<{ ticketPage: string }>('GET', path);
    if (page) page.location.href = ticketPage;
  } catch (fault) {
    page?.close();
    throw fault;
  }
}

export async function reprintBadge(eventId: string, registrationId: string): Promise<void> {
  await request('POST', `/events/${eventId}/badge/reprint`, { registrationId, reason: 'requested in the console' });
}
