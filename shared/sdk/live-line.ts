/**
 * One WebSocket to `/live` for all subscriptions of a client: opened with the first, closed with the last, made anew
 * when it breaks. Each subscription goes on behind the last change it was told, so that none is missed and none comes
 * twice. The frames: shared/live/frames.ts.
 */
import type { Refusal } from '../base/result.ts';
import type { ServerFrame } from '../live/frames.ts';
import { type ChangeFrame, type ClientFrame, closeCodes, liveProtocol, readServerFrame } from '../live/frames.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { after, chance, type OpenSocket, type Socket, whenOnline } from './host.ts';
import type { Place } from './live-changes.ts';
import { type RetryRule, waitMs } from './retry.ts';
import type { Credential } from './session.ts';

/** A line on which nothing comes is asked, and given up when nothing comes still. */
const askMs = 25_000;
const silentMs = 60_000;
const isOpen = 1;
/** No subscription is called so. */
const toolsId = 'tools';

export interface SubscriptionWords {
  readonly collection: string;
  readonly where?: unknown;
  readonly since?: Place | undefined;
  readonly onChange: (change: ChangeFrame, place: Place) => void;
  readonly onLive?: (place: Place) => void;
  /** What was between is not told: read anew. */
  readonly onReset?: (code: string, place: Place) => void;
  /** The subscription has ended. */
  readonly onError: (error: GatehouseError) => void;
}

export interface Subscription {
  stop(): void;
  /** Lets nothing more come until `resume`, which goes on behind `place`. */
  pause(): void;
  resume(place: Place): void;
}

/** For whoever shows which tools there are (shared/sdk/react): by a version, which `/api/schema/tools` has as well. */
export interface ToolsWords {
  /** At first, after each reconnection, and when there are others. */
  readonly onVersion: (version: string) => void;
  /** The credential is not good any more; `onVersion` comes again after another login. */
  readonly onEnd: (error: GatehouseError) => void;
}

export interface LiveLine {
  subscribe(words: SubscriptionWords): Subscription;
  /** @returns how to stop */
  followTools(words: ToolsWords): () => void;
  /** Somebody else is logged in: the line is made anew, if anybody uses it. */
  relogin(): void;
}

export interface LiveLineParts {
  readonly baseUrl: string;
  readonly openSocket: OpenSocket;
  readonly credential: Credential;
  readonly retry: RetryRule;
}

interface Entry {
  readonly words: SubscriptionWords;
  place: Place | null;
  /** Set where the next `subscribed` begins with a gap. */
  gap: string | null;
  paused: boolean;
}

export function createLiveLine({ baseUrl, openSocket, credential, retry }: LiveLineParts): LiveLine {
  const entries = new Map<string, Entry>();
  const toolWords = new Set<ToolsWords>();
  let named = 0;
  let socket: Socket | null = null;
  let ready = false;
  let failures = 0;
  let token = '';
  let lastWord: Refusal | null = null;
  /** There is no socket, and there will be one. */
  let isComingBack = false;
  let stopWaiting = (): void => {};
  let stopWatching = (): void => {};
  let stopHearing: (() => void) | null = null;

  const isUsed = (): boolean => entries.size > 0 || toolWords.size > 0;

  function say(frame: ClientFrame): void {
    if (socket?.readyState === isOpen) socket.send(JSON.stringify(frame));
  }

  function ask(id: string, { paused, place, words }: Entry): void {
    if (!ready || paused) return;
    const { collection, where } = words;
    say({
      type: 'subscribe',
      id,
      collection,
      ...(where === undefined ? {} : { where }),
      ...(place ? { since: place.seq, log: place.log } : {}),
    });
  }

  /** Under another id: what is still on its way for the old one belongs to nobody. */
  function askAnew(id: string, entry: Entry): void {
    entries.delete(id);
    const next = `s${++named}`;
    entries.set(next, entry);
    ask(next, entry);
  }

  function fail(id: string, error: GatehouseError): void {
    const entry = entries.get(id);
    entries.delete(id);
    entry?.words.onError(error);
    rest();
  }

  function failAll(error: GatehouseError): void {
    isComingBack = false;
    for (const id of [...entries.keys()]) fail(id, error);
    for (const { onEnd } of [...toolWords]) onEnd(error);
  }

  function askTools(): void {
    if (ready && toolWords.size > 0) say({ type: 'tools', id: toolsId });
  }

  function subscribed(entry: Entry, place: Place): void {
    entry.place = place;
    const { gap } = entry;
    entry.gap = null;
    if (gap !== null) entry.words.onReset?.(gap, place);
    entry.words.onLive?.(place);
  }

  /** The subscription ended at the server: it begins again, from where nothing is missed, or with a gap that is told. */
  function begin(id: string, entry: Entry, code: string, since: number | null): void {
    if (since === null || !entry.place) {
      entry.place = null;
      entry.gap = code;
    } else entry.place = { ...entry.place, seq: since };
    askAnew(id, entry);
  }

  function about(id: string, entry: Entry, frame: ServerFrame): void {
    if (frame.type === 'subscribed') subscribed(entry, { log: frame.log, seq: frame.seq });
    else if (frame.type === 'position' || frame.type === 'change') {
      if (!entry.place || frame.seq <= entry.place.seq) return;
      entry.place = { ...entry.place, seq: frame.seq };
      if (frame.type === 'change') entry.words.onChange(frame, entry.place);
    } else if (frame.type === 'resync') begin(id, entry, frame.code, frame.since);
    else if (frame.type === 'error') {
      if (frame.code === 'log_changed' && entry.place) begin(id, entry, frame.code, null);
      else fail(id, new GatehouseError(frame.code, frame.message, { errors: [frame] }));
    }
  }

  function hear(frame: ServerFrame): void {
    if (frame.type === 'ready') {
      ready = true;
      failures = 0;
      for (const [id, entry] of entries) ask(id, entry);
      askTools();
      return;
    }
    if (frame.type === 'tools') {
      for (const { onVersion } of [...toolWords]) onVersion(frame.version);
      return;
    }
    if (!('id' in frame) || frame.id === undefined) {
      if (frame.type === 'error') lastWord = frame;
      return;
    }
    const entry = entries.get(frame.id);
    if (entry) about(frame.id, entry, frame);
  }

  function watch(made: Socket): () => void {
    let quietMs = 0;
    let stop = (): void => {};
    const look = (): void => {
      stop = after(askMs, () => {
        quietMs += askMs;
        if (quietMs >= silentMs) ended(made, 0);
        else {
          say({ type: 'ping' });
          look();
        }
      });
    };
    look();
    made.addEventListener('message', () => {
      quietMs = 0;
    });
    return () => stop();
  }

  function open(): void {
    if (socket || !isUsed()) return;
    isComingBack = false;
    let made: Socket;
    try {
      token = credential.token();
      made = openSocket(`${baseUrl.replace(/^http/, 'ws')}/live`, [liveProtocol]);
    } catch (fault) {
      const error = new GatehouseError('connection_failed', 'Live connections are not available here.', {
        cause: fault,
      });
      failAll(fault instanceof GatehouseError ? fault : error);
      return;
    }
    socket = made;
    stopWatching = watch(made);
    made.addEventListener('open', () => {
      if (socket === made) say({ type: 'init', token });
    });
    made.addEventListener('message', ({ data }) => {
      const frame = socket === made && typeof data === 'string' ? readServerFrame(data) : null;
      if (frame) hear(frame);
    });
    // A `close` follows.
    made.addEventListener('error', () => {});
    made.addEventListener('close', ({ code }) => ended(made, code));
  }

  function ended(which: Socket, code: number): void {
    if (socket !== which) return;
    socket = null;
    ready = false;
    stopWatching();
    which.close();
    isComingBack = true;
    if (code === closeCodes.unauthenticated) void renew();
    else comeBack();
  }

  async function renew(): Promise<void> {
    const why = lastWord ?? { code: 'unauthenticated', message: 'The credential is no longer valid.' };
    const error = new GatehouseError(why.code, why.message, { status: 401, errors: [why] });
    lastWord = null;
    try {
      if (await credential.renewed(token)) return comeBack();
      failAll(error);
    } catch {
      // The server was not reached: nothing was said of the login.
      comeBack();
    }
  }

  function comeBack(): void {
    isComingBack = isUsed();
    if (!isComingBack) return;
    failures++;
    const wait = waitMs(retry, Math.min(failures, 20), null, chance()) ?? retry.waitMaxMs;
    stopWaiting();
    stopWaiting = after(wait, open);
  }

  /** A connection from before the network went is dead, though nobody said so. */
  function anew(): void {
    const stale = socket;
    socket = null;
    ready = false;
    failures = 0;
    stopWatching();
    stopWaiting();
    stale?.close();
    open();
  }

  /** Nobody listens any more. */
  function rest(): void {
    if (isUsed()) return;
    isComingBack = false;
    stopHearing?.();
    stopHearing = null;
    stopWaiting();
    stopWatching();
    const last = socket;
    socket = null;
    ready = false;
    last?.close(1000);
  }

  return {
    followTools(words) {
      toolWords.add(words);
      stopHearing ??= whenOnline(anew);
      if (socket) askTools();
      else if (!isComingBack) open();
      return () => {
        toolWords.delete(words);
        if (toolWords.size === 0) say({ type: 'unsubscribe', id: toolsId });
        rest();
      };
    },
    relogin() {
      if (isUsed()) anew();
    },
    subscribe(words) {
      const id = `s${++named}`;
      const entry: Entry = { words, place: words.since ?? null, gap: null, paused: false };
      entries.set(id, entry);
      stopHearing ??= whenOnline(anew);
      if (socket) ask(id, entry);
      else if (!isComingBack) open();
      const current = (): string | null => {
        for (const [name, one] of entries) if (one === entry) return name;
        return null;
      };
      return {
        stop() {
          const name = current();
          if (name === null) return;
          say({ type: 'unsubscribe', id: name });
          entries.delete(name);
          rest();
        },
        pause() {
          const name = current();
          if (name === null || entry.paused) return;
          entry.paused = true;
          say({ type: 'unsubscribe', id: name });
        },
        resume(place) {
          const name = current();
          if (name === null) return;
          entry.paused = false;
          entry.place = place;
          askAnew(name, entry);
        },
      };
    },
  };
}
