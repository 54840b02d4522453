/** Addresses of this server that organizers hand out. */
import { request } from './client.ts';
import { useLiveQuery } from './live-query.ts';

export interface PublicLinks {
  /** Address of the page where guests register. */
  readonly address: string;
  /** Whether the page is public. */
  readonly isOpen: boolean;
  /** Address of the page, or of its preview while the page is not public; a preview works for 7 days. */
  readonly look: string;
  /** A script tag for another website. */
  readonly embed: string;
  /**
   * Address at which kiosks are paired, as the server names it: the address of this window may be another one, or work on
   * this computer alone.
   */
  readonly kiosk: string;
}

interface Answer {
  /** Null while the page is not public. */
  readonly page: string | null;
  readonly preview: string;
  readonly embed: string;
  readonly kiosk: string;
}

async function readLinks(eventId: string): Promise<PublicLinks> {
  const { page, preview, embed, kiosk } = await request<Answer>('GET', `/events/${eventId}/page-links`);
  return { address: page ?? preview.replace(/\?.*$/, ''), isOpen: page !== null, look: page ?? preview, embed, kiosk };
}

/** Null: not read yet. */
export function usePublicLinks(eventId: string): PublicLinks | null {
  const key = ['page-links', eventId];
  return useLiveQuery({ key, read: () => readLinks(eventId), of: ['events'] }).data;
}

export function pairingLink({ kiosk }: PublicLinks, code: string): string {
  return `${kiosk}?pair=${code}`;
}
