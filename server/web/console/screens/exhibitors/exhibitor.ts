/** Exhibitors as the page shows them, and what an organizer does for one. */
import { language } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import { download } from '../../data/save-file.ts';

export interface Exhibitor {
  readonly id: string;
  readonly name: string;
  readonly booth: string | null;
  /** Null: it exhibits. */
  readonly removedAt: string | null;
}

/** A link or code that is shown once, after it was made. */
export type Made =
  | { readonly kind: 'link'; readonly exhibitor: string; readonly email: string; readonly link: string }
  | { readonly kind: 'code'; readonly exhibitor: string; readonly code: string };

export async function addExhibitor(event: string, name: string, booth: string): Promise<void> {
  await request('POST', `/events/${event}/exhibitors`, { name, ...(booth !== '' && { booth }) });
}

interface Changed {
  readonly name?: string;
  readonly booth?: string;
  readonly removed?: boolean;
}

export async function changeExhibitor(event: string, id: string, changed: Changed): Promise<void> {
  await request('PATCH', `/events/${event}/exhibitors/${id}`, changed);
}

export async function inviteMember(event: string, { id, name }: Exhibitor, email: string): Promise<Made> {
  const asked = { email, language: language() };
  const { link } = await request<{ link: string }>('POST', `/events/${event}/exhibitors/${id}/members`, asked);
  return { kind: 'link', exhibitor: name, email, link };
}

/** Downloads the leads of one exhibitor as CSV, with contact details only of visitors who share them. @throws GatehouseError */
export async function downloadLeads(event: string, { id, name }: Exhibitor): Promise<void> {
  const asked = new URLSearchParams({ dataset: 'leads', format: 'csv', 'where[exhibitor][equals]': id });
  await download(`/events/${event}/export?${asked}`, `leads-${name}.csv`);
}

/**
 * Whether the organization has a CRM whose leads the actor may see. A request for the collection itself would be an error
 * where there is none.
 */
export async function hasCrm(): Promise<boolean> {
  const { data } = await request<{ data: readonly { readonly name: string }[] }>(
    'GET',
    '/api/v1/collections?own=false',
  );
  return data.some(({ name }) => name === 'sales_leads');
}

interface Copied {
  readonly created: number;
  readonly updated: number;
  readonly next: string | null;
}

/**
 * Copies all leads of one exhibitor into the organization's CRM, a piece at a time.
 *
 * @returns how many are new there, and how many were there
 */
export async function copyLeadsToCrm(event: string, { id }: Exhibitor): Promise<{ created: number; updated: number }> {
  const sum = { created: 0, updated: 0 };
  let after: string | null = null;
  do {
    const path = `/events/${event}/exhibitors/${id}/copy-to-crm`;
    const { created, next, updated }: Copied = await request<Copied>('POST', path, after === null ? {} : { after });
    sum.created += created;
    sum.updated += updated;
    after = next;
  } while (after !== null);
  return sum;
}

/** @returns a code that pairs one device, for 10 minutes */
export async function pairDevice(event: string, { id, name }: Exhibitor): Promise<Made> {
  const asked = { event, exhibitor: id, role: 'exhibitor' };
  const { data } = await request<{ data: { pairingCode: string } }>('POST', '/api/v1/kiosks/pairing-codes', asked);
  return { kind: 'code', exhibitor: name, code: data.pairingCode };
}
