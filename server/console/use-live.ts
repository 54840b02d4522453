/** Data that stays true: read, read again when the server says something changed, and at least every 20 seconds. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { io, type Socket } from 'socket.io-client';
import { ApiError } from './api.ts';
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
 * @param atMostEveryMs hints come with every commit at the doors; so many of them are one read
 */
export function useLive<T>(read: () => Promise<T>, atMostEveryMs = 0): Live<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const reading = useRef(false);
  const again = useRef(false);
  const latest = useRef(() => {});

  const refresh = useCallback(() => {
    // One read at a time; hints that come meanwhile make one more.
    if (reading.current) {
      again.current = true;
      return;
    }
    reading.current = true;
    const startedMs = Date.now();
    const next = () => {
      reading.current = false;
      if (!again.current) return;
      again.current = false;
      // By now there may be another question to ask.
      latest.current();
    };
    read()
      .then((found) => {
        setData(found);
        setError(null);
      })
      .catch((fault: unknown) =>
        setError(fault instanceof ApiError ? fault : new ApiError(0, [{ code: 'fault', message: String(fault) }])),
      )
      .finally(() => {
        const restMs = startedMs + atMostEveryMs - Date.now();
        if (restMs > 0) setTimeout(next, restMs);
        else next();
      });
  }, [read, atMostEveryMs]);
  latest.current = refresh;

  useEffect(() => {
    refresh();
    const socket = liveSocket();
    socket?.on('changed', refresh);
    socket?.on('connect', refresh);
    const timer = setInterval(refresh, pollMs);
    return () => {
      socket?.off('changed', refresh);
      socket?.off('connect', refresh);
      clearInterval(timer);
    };
  }, [refresh]);

  return { data, error, refresh };
}
