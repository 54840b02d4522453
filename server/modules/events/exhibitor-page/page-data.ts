/** Reads the data of the page of an exhibitor's member: all of it limited to the exhibitor of the member's secret. */

import { followUps } from '#shared/leads/edit.ts';
import { leadTiers } from '#shared/leads/quality.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import {
  type ExhibitorMemberRecord,
  type ExhibitorRecord,
  exhibitorMembers,
  exhibitors,
} from '#shared/modules/events/exhibitor.ts';
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import { type LeadRecord, leads } from '#shared/modules/events/lead.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { memberOf } from '../leads/whose.ts';

const pageRows = 50;
/** Leads on one page, however often more are asked for. The export has all of them. */
const rowsMax = 500;
const peopleMax = 200;
const searchMax = 200;

/** An empty text does not filter. */
export interface LeadFilter {
  readonly tier: string;
  readonly followUp: string;
  readonly search: string;
  /** Number of leads that the page shows. */
  readonly rows: number;
}

export interface ExhibitorData {
  readonly event: EventRecord;
  readonly exhibitor: ExhibitorRecord;
  readonly member: ExhibitorMemberRecord;
  readonly filter: LeadFilter;
  readonly leads: readonly LeadRecord[];
  /** Number of all leads that match the filter. */
  readonly count: number;
  readonly members: readonly ExhibitorMemberRecord[];
  readonly devices: readonly KioskRecord[];
}

const among = (options: readonly string[], value: string | null) => (value && options.includes(value) ? value : '');

export function filterOf(query: URLSearchParams): LeadFilter {
  const rows = Number(query.get('rows'));
  return {
    tier: among(leadTiers, query.get('tier')),
    followUp: among(followUps, query.get('follow')),
    search: (query.get('q') ?? '').trim().slice(0, searchMax),
    rows: Number.isInteger(rows) ? Math.min(rowsMax, Math.max(pageRows, rows)) : pageRows,
  };
}

/** The filter as it stands in the page's address; nothing of what is not filtered. */
export const filterQuery = ({ followUp, rows, search, tier }: LeadFilter): Readonly<Record<string, string>> => ({
  ...(tier && { tier }),
  ...(followUp && { follow: followUp }),
  ...(search && { q: search }),
  ...(rows > pageRows && { rows: String(rows) }),
});

function conditionOf(exhibitor: string, { followUp, search, tier }: LeadFilter): Condition {
  const contains = (path: string): Condition => ({ kind: 'field', path, op: 'contains', value: search });
  return {
    kind: 'and',
    of: [
      where({ exhibitor, ...(tier && { tier }), ...(followUp && { followUp }) }),
      ...(search === '' ? [] : [{ kind: 'or' as const, of: [contains('name'), contains('company')] }]),
    ],
  };
}

/** @returns null where the secret opens nothing (any more) */
export async function exhibitorData(
  reader: Reader,
  secret: string,
  query: URLSearchParams,
): Promise<ExhibitorData | null> {
  const member = await memberOf(reader, secret);
  const exhibitor = member && (await reader.get(exhibitors, member.exhibitor));
  const event = exhibitor && (await reader.get(events, exhibitor.event));
  if (!member || !exhibitor || !event) return null;
  const filter = filterOf(query);
  const condition = conditionOf(exhibitor.id, filter);
  const own = where({ exhibitor: exhibitor.id, revokedAt: null });
  return {
    ...{ event, exhibitor, member, filter },
    leads: await reader.find(leads, {
      where: condition,
      sort: [{ path: 'quality', direction: 'desc' }],
      limit: filter.rows,
    }),
    count: await reader.count(leads, condition),
    members: await reader.find(exhibitorMembers, { where: own, limit: peopleMax }),
    devices: await reader.find(kiosks, { where: own, limit: peopleMax }),
  };
}

/** @returns the number of leads that the page shows after the next request for more; null: there are no more to show */
export const nextRows = ({ count, filter, leads: shown }: ExhibitorData): number | null =>
  count > shown.length && filter.rows < rowsMax ? filter.rows + pageRows : null;
