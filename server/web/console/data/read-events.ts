/** Reads the events of the organization as the frame shows them: a list, the earliest start first, or one of them. */
import { isId } from '#shared/base/id.ts';
import { asError } from '../../parts/as-error.ts';
import { request } from './client.ts';
import type { EventSummary } from './event-summary.ts';

const pageSize = 100;
/** Maximum number of pages that are read: of more events, the frame lists those that start first. */
const pagesMax = 10;

interface EventsPage {
  readonly events: readonly EventSummary[];
  readonly meta: { readonly nextCursor: string | null };
}

/** @returns null: the organization has no such event */
export async function readEvent(id: string): Promise<EventSummary | null> {
  if (!isId(id)) return null;
  try {
    return await request<EventSummary>('GET', `/events/${id}`);
  } catch (fault) {
    if (asError(fault).status === 404) return null;
    throw fault;
  }
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
