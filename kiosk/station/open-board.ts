/**
 * Draws the board: asks the server while it is open, and reads the replica for what must be known without one.
 * Decides nothing and delays no scan. Opened by `open-station.ts`.
 */

import type { Replica } from '#kiosk/store/replica.ts';
import { secondMs } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Board, boardAnswer } from '#shared/sync/board.ts';
import type { BoardFace, BoardPicture, ReportNotice } from './board.ts';
import { countCheckedIn } from './count-checked-in.ts';
import type { ServerActions } from './server-actions.ts';
import { isStaffed, type StationIdentity } from './station-facts.ts';

export interface BoardParts {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly server: ServerActions;
  /** @returns the function that ends it */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
}

/** While it is open; the server counts no oftener than once a second anyway. */
const askEveryMs = 2 * secondMs;

export interface OpenBoard extends BoardFace {
  /** Something in the replica or the connection has changed. */
  changed(): void;
  close(): void;
}

export function openBoard({ replica, identity, server, every }: BoardParts): OpenBoard {
  const listeners = new Set<() => void>();
  let board: Board | null = null;
  let reached = false;
  let asking = false;
  /** Something came of a question since the board was opened. */
  let settled = false;
  let watchers = 0;
  let endAsking = (): void => {};
  let picture: BoardPicture | null = null;

  function changed(): void {
    picture = null;
    for (const listener of listeners) listener();
  }

  async function ask(): Promise<void> {
    if (asking || !isStaffed(replica, identity)) return;
    asking = true;
    // A request that breaks is one that was not answered; the next one is due in two seconds.
    const answer = server.online() ? await server.act('kiosk_board', {}).catch(() => null) : null;
    asking = false;
    const read = answer?.kind === 'ok' ? validate(boardAnswer, answer.body, { mode: 'create', unknown: 'drop' }) : null;
    reached = read?.ok === true;
    settled = true;
    if (read?.ok) board = read.value;
    changed();
  }

  return {
    state() {
      picture ??= {
        board,
        online: reached && server.online(),
        asking: !settled && server.online(),
        lists: listsOf(replica, identity),
        reports: reportsOf(replica, identity),
      };
      return picture;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch() {
      watchers += 1;
      if (watchers === 1) {
        // The last answers of the server, from when the board was open before, may be hours old.
        settled = false;
        reached = false;
        changed();
        endAsking = every(askEveryMs, () => void ask());
      }
      void ask();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        watchers -= 1;
        if (watchers === 0) endAsking();
      };
    },
    async acknowledgeReport(reportId) {
      if (!server.online()) return false;
      const answer = await server.act('acknowledge_reports', { reports: [reportId] });
      return answer.kind === 'ok';
    },
    changed() {
      // It is not open: it is drawn when it is opened.
      picture = null;
      if (watchers > 0) changed();
    },
    close() {
      endAsking();
      listeners.clear();
    },
  };
}

function listsOf(replica: Replica, identity: StationIdentity): BoardPicture['lists'] {
  return replica.roster
    .records('checkin_lists')
    .filter(({ event }) => event === identity.event)
    .map(({ id, name }) => ({ id, name, checkedIn: countCheckedIn(replica, id) }));
}

function reportsOf(replica: Replica, identity: StationIdentity): readonly ReportNotice[] {
  const { roster } = replica;
  return roster
    .records('admission_reports')
    .filter(({ event, acknowledgedAt }) => event === identity.event && !acknowledgedAt)
    .sort((a, b) => b.happenedAt.localeCompare(a.happenedAt))
    .map(({ id, kind, about, registration, kiosk, happenedAt, capacity, excess }) => ({
      ...{ id, kind, happenedAt, capacity, excess },
      about: nameOf(replica, about),
      name: registration === null ? null : (roster.registration(registration)?.name ?? null),
      kioskName: kiosk === null ? null : (roster.record('kiosks', kiosk)?.name ?? null),
    }));
}

/** @param about as `admission_reports.about`; a verdict has no name here */
function nameOf({ roster }: Replica, about: string): string | null {
  const [kind, id = ''] = about.split(':');
  if (kind === 'gate') return roster.record('gates', id)?.name ?? null;
  if (kind === 'list') return roster.record('checkin_lists', id)?.name ?? null;
  if (kind === 'ticket_type') return roster.record('ticket_types', id)?.name ?? null;
  if (kind === 'supervisor') return roster.record('supervisors', id)?.name ?? null;
  return kind === 'event' ? (roster.record('events', id)?.name ?? null) : null;
}
