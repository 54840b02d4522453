/** Data that stays true: read, read again when the server says something changed, and at least every 20 seconds. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { io, type Socket } from 'socket.io-client';
import { type ApiError, asApiError } from './api.ts';
import { credential, isLoggedIn, onLogin } from './login-state.ts';

const pollMs = 20_000;
const reconnectMs = 1_000;

let shared: Socket | null = null;

/** One for all pages, for as long as somebody is logged in. */
function liveSocket(): Socket | null {
  if (!isLoggedIn()) return null;
  if (shared) return shared;
  const socket = io({ auth: (give) => void credential().then((token) => give({ token })) });
  shared = socket;
  // The server closes it when an access token runs out: by then there is a newer one.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect' && shared === socket) setTimeout(() => socket.connect(), reconnectMs);
  });
  const stop = onLogin(() => {
    if (isLoggedIn()) return;
    stop();
    shared = null;
    socket.close();
  });
  return socket;
}

export interface Live<T> {
  readonly data: T | null;
  readonly error: ApiError | null;
  readonly refresh: () => void;
}

/**
 * @param read must be stable (useCallback): a new function reads anew
 * @param atMostEveryMs hints come with every commit at the doors; so many of them are one read. `refresh` does not wait
 */
export function useLive<T>(read: () => Promise<T>, atMostEveryMs = 0): Live<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const reading = useRef(false);
  const again = useRef(false);
  const startedMs = useRef(0);
  const latest = useRef(() => {});

  const refresh = useCallback(() => {
    // One read at a time; what is asked for meanwhile makes one more.
    if (reading.current) {
      again.current = true;
      return;
    }
    reading.current = true;
    startedMs.current = Date.now();
    read()
      .then((found) => {
        setData(found);
        setError(null);
      })
      .catch((fault: unknown) => setError(asApiError(fault)))
      .finally(() => {
        reading.current = false;
        if (!again.current) return;
        again.current = false;
        // By now there may be another question to ask.
        latest.current();
      });
  }, [read]);
  latest.current = refresh;

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const hinted = () => {
      if (waiting !== undefined) return;
      const restMs = startedMs.current + atMostEveryMs - Date.now();
      if (restMs <= 0) return refresh();
      waiting = setTimeout(() => {
        waiting = undefined;
        refresh();
      }, restMs);
    };
    refresh();
    const socket = liveSocket();
    socket?.on('changed', hinted);
    socket?.on('connect', hinted);
    const timer = setInterval(refresh, pollMs);
    return () => {
      socket?.off('changed', hinted);
      socket?.off('connect', hinted);
      clearInterval(timer);
      clearTimeout(waiting);
    };
  }, [refresh, atMostEveryMs]);

  return { data, error, refresh };
}
