/**
 * The status of a box for people at the venue: whether it reaches its server, what waits, which kiosks are here. No name of
 * any attendee.
 */

import { isoTime } from '#shared/base/time.ts';
import { zoneOrUtc } from '#shared/base/zoned-time.ts';
import { events } from '#shared/modules/events/event.ts';
import { kiosks as kioskTable } from '#shared/modules/events/gate.ts';
import { where } from '#shared/query/query.ts';
import { type BoxState, countRows } from './box-state.ts';
import type { MeshStatus } from './mesh/mesh-status.ts';
import type { BoxMesh } from './mesh/open-box-mesh.ts';
import type { RunningBox } from './run-box.ts';
import { boxRows } from './tables.ts';
import type { UpstreamLink } from './upstream-link.ts';

export interface BoxStatus {
  /** Address of the server upstream. */
  readonly upstream: string;
  /** Name of the event; empty: it has not come down yet. */
  readonly event: string;
  /** Time zone of the event. */
  readonly timezone: string;
  readonly reachable: boolean;
  /** Reason why the server upstream is not reachable (unreached.ts); null: the last request got through. */
  readonly problem: string | null;
  /** ISO 8601; null: never since this process began. */
  readonly reachedAt: string | null;
  /** Changes upstream that are not here; null: not known. */
  readonly behind: number | null;
  /** Rows that wait for a way up. */
  readonly waiting: number;
  /** Rows that the server upstream did not take; the first 100 of them are in `refusals`. */
  readonly refused: number;
  readonly refusals: readonly {
    readonly id: string;
    readonly kiosk: string;
    readonly code: string | null;
    readonly message: string | null;
  }[];
  /** `pending`: rows that the kiosk has not sent, as it last reported; null: not known. */
  readonly kiosks: readonly { readonly name: string; readonly online: boolean; readonly pending: number | null }[];
  /** The server's clock minus this machine's; null: not known. */
  readonly clockOffsetMs: number | null;
  /** Reason why the box must be paired again; null: it need not. */
  readonly ended: string | null;
  /** The kiosks' mesh as this box hears it. */
  readonly mesh: MeshStatus;
}

const refusalsShown = 100;
const kiosksShown = 200;

export interface BoxStatusParts {
  readonly state: BoxState;
  readonly link: UpstreamLink;
  readonly running: Pick<RunningBox, 'toPull'>;
  readonly mesh: Pick<BoxMesh, 'status'>;
  readonly upstream: string;
}

export async function boxStatus({ link, mesh, running, state, upstream }: BoxStatusParts): Promise<BoxStatus> {
  const { store } = state;
  const record = state.record();
  const reachedAtMs = link.reachedAtMs();
  const refused = await store.find(boxRows, {
    where: where({ state: 'refused' }),
    sort: [{ path: 'createdAt', direction: 'asc' }],
    limit: refusalsShown,
  });
  const here = await store.find(kioskTable, {
    where: where({ event: record.event, revokedAt: null }),
    sort: [{ path: 'name', direction: 'asc' }],
    limit: kiosksShown,
  });
  const event = await store.get(events, record.event);
  return {
    upstream,
    event: event?.name ?? '',
    timezone: zoneOrUtc(event?.timezone ?? ''),
    reachable: reachedAtMs !== null && link.problem() === null,
    problem: link.problem(),
    reachedAt: reachedAtMs === null ? null : isoTime(reachedAtMs),
    behind: running.toPull(),
    waiting: await countRows(state, 'waiting'),
    refused: await countRows(state, 'refused'),
    refusals: refused.map(({ code, id, kiosk, message }) => ({ id, kiosk, code, message })),
    kiosks: here
      .filter(({ role }) => role === 'gate' || role === 'self-service')
      .map(({ name, pending, presence }) => ({ name, online: presence === 'online', pending })),
    clockOffsetMs: link.clockOffsetMs(),
    ended: record.ended,
    mesh: mesh.status(),
  };
}
