/** Reads the events of the organization, the earliest start first, as the frame lists them. */
import { request } from './client.ts';
import type { EventSummary } from './event-summary.ts';

const pageSize = 100;
/** Maximum number of pages that are read: of more events, the frame lists those that start first. */
const pagesMax = 10;

interface EventsPage {
  readonly events: readonly EventSummary[];
  readonly meta: { readonly nextCursor: string | null };
}

export async function readEvents(): Promise<readonly EventSummary[]> {
  const all: EventSummary[] = [];
  let cursor: string | null = null;
  for (let n = 0; n < pagesMax; n++) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { events, meta }: EventsPage = await request('GET', `/events?limit=${pageSize}${after}`);
    all.push(...events);
    cursor = meta.nextCursor;
    if (cursor === null) break;
  }
  return all;
}
