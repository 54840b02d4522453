/** The board of one event, live, with a clock that runs on from the server's own. */
import { useCallback, useEffect, useState } from 'react';
import type { Board } from '#shared/sync/board.ts';
import { type ApiError, api } from '../../api.ts';
import { useLive } from '../../use-live.ts';

/** Behind the figures' own second: a double admission is here well within two. */
const readEveryMs = 1_000;
const tickMs = 1_000;
const redrawMs = 5_000;

export interface LiveBoard {
  readonly board: Board | null;
  readonly error: ApiError | null;
  readonly refresh: () => void;
  /** The server's time, as far as this page can tell. */
  readonly nowMs: number;
}

export function useBoard(eventId: string): LiveBoard {
  const read = useCallback(
    async () => ({ board: await api<Board>('GET', `/events/${eventId}/board`), heardMs: Date.now() }),
    [eventId],
  );
  const { data, error, refresh } = useLive(read, readEveryMs);
  const [localMs, setLocalMs] = useState(Date.now);
  useEffect(() => {
    const tick = setInterval(() => setLocalMs(Date.now()), tickMs);
    // Paces fall by themselves, without anything having changed.
    const redraw = setInterval(refresh, redrawMs);
    return () => {
      clearInterval(tick);
      clearInterval(redraw);
    };
  }, [refresh]);
  const nowMs = data ? Date.parse(data.board.at) + Math.max(0, localMs - data.heardMs) : localMs;
  return { board: data?.board ?? null, error, refresh, nowMs };
}
