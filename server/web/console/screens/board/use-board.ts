/** The board of one event, live, with a clock that runs on from the server's own. */
import { useEffect, useState } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import type { Board } from '#shared/sync/board.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';

/** The server counts the figures at most once a second, so the board reads no more often. */
const readEveryMs = 1_000;
const tickMs = 1_000;
const redrawMs = 5_000;

export interface LiveBoard {
  readonly board: Board | null;
  readonly error: GatehouseError | null;
  readonly refresh: () => void;
  /** The server's time in Unix ms: that of the last answer, and the time since by this browser's clock. */
  readonly nowMs: number;
}

export function useBoard(eventId: string): LiveBoard {
  const { data, error, refresh } = useLiveQuery({
    key: ['board', eventId],
    read: async () => ({ board: await request<Board>('GET', `/events/${eventId}/board`), receivedMs: Date.now() }),
    of: ['checkins', 'scans', 'checkin_conflicts', 'admission_reports', 'kiosks', 'gates', 'checkin_lists'],
    atMostEveryMs: readEveryMs,
  });
  const [localMs, setLocalMs] = useState(Date.now);
  useEffect(() => {
    const tick = setInterval(() => setLocalMs(Date.now()), tickMs);
    // Check-ins per minute fall without any change in the data.
    const redraw = setInterval(refresh, redrawMs);
    return () => {
      clearInterval(tick);
      clearInterval(redraw);
    };
  }, [refresh]);
  const nowMs = data ? Date.parse(data.board.at) + Math.max(0, localMs - data.receivedMs) : localMs;
  return { board: data?.board ?? null, error, refresh, nowMs };
}
