/**
 * The subscriptions of one client, each with the last change it received: after a reconnection it continues from there, so
 * that no change is missed and none comes twice. Knows no socket.
 */
import type { ChangeFrame, ClientFrame, ServerFrame } from '../live/frames.ts';
import { GatehouseError } from './gatehouse-error.ts';
import type { Place } from './live-changes.ts';

export interface SubscriptionHandlers {
  readonly collection: string;
  readonly where?: unknown;
  readonly since?: Place | undefined;
  readonly onChange: (change: ChangeFrame, place: Place) => void;
  readonly onLive?: (place: Place) => void;
  /** Changes in between were not sent: read the records again. */
  readonly onReset?: (code: string, place: Place) => void;
  /** The subscription has ended. */
  readonly onError: (error: GatehouseError) => void;
}

export interface Subscription {
  stop(): void;
  /** Nothing more comes until `resume`, which continues after `place`. */
  pause(): void;
  resume(place: Place): void;
}

export interface SubscriptionLine {
  readonly isReady: boolean;
  send(frame: ClientFrame): void;
}

interface Entry {
  readonly handlers: SubscriptionHandlers;
  /** Id on the wire. It changes with each new start: frames that are still on their way for the old one reach no entry. */
  id: string;
  place: Place | null;
  /** Code of the gap with which the next `subscribed` begins; null: there is none. */
  gap: string | null;
  paused: boolean;
}

export class LiveSubscriptions {
  readonly #line: SubscriptionLine;
  readonly #onEnded: () => void;
  readonly #entries = new Map<string, Entry>();
  #idsGiven = 0;

  /** @param onEnded a subscription has ended: called after each */
  constructor(line: SubscriptionLine, onEnded: () => void) {
    this.#line = line;
    this.#onEnded = onEnded;
  }

  get size(): number {
    return this.#entries.size;
  }

  add(handlers: SubscriptionHandlers): Subscription {
    const entry: Entry = { handlers, id: this.#nextId(), place: handlers.since ?? null, gap: null, paused: false };
    this.#entries.set(entry.id, entry);
    this.#request(entry);
    const isHeld = () => this.#entries.get(entry.id) === entry;
    return {
      stop: () => {
        if (!isHeld()) return;
        this.#line.send({ type: 'unsubscribe', id: entry.id });
        this.#end(entry);
      },
      pause: () => {
        if (!isHeld() || entry.paused) return;
        entry.paused = true;
        this.#line.send({ type: 'unsubscribe', id: entry.id });
      },
      resume: (place) => {
        if (!isHeld()) return;
        entry.paused = false;
        entry.place = place;
        this.#startAgain(entry);
      },
    };
  }

  /** Requests all subscriptions on a connection that has become ready. */
  requestAll(): void {
    for (const entry of this.#entries.values()) this.#request(entry);
  }

  failAll(error: GatehouseError): void {
    for (const entry of [...this.#entries.values()]) this.#fail(entry, error);
  }

  receive(frame: ServerFrame): void {
    const entry = 'id' in frame && frame.id !== undefined ? this.#entries.get(frame.id) : undefined;
    if (!entry) return;
    if (frame.type === 'subscribed') this.#begun(entry, { log: frame.log, seq: frame.seq });
    else if (frame.type === 'position' || frame.type === 'change') {
      if (!entry.place || frame.seq <= entry.place.seq) return;
      entry.place = { ...entry.place, seq: frame.seq };
      if (frame.type === 'change') entry.handlers.onChange(frame, entry.place);
    } else if (frame.type === 'resync') this.#continue(entry, frame.code, frame.since);
    else if (frame.type === 'error') {
      if (frame.code === 'log_changed' && entry.place) this.#continue(entry, frame.code, null);
      else this.#fail(entry, new GatehouseError(frame.code, frame.message, { errors: [frame] }));
    }
  }

  #nextId(): string {
    return `s${++this.#idsGiven}`;
  }

  #request({ handlers: { collection, where }, id, paused, place }: Entry): void {
    if (!this.#line.isReady || paused) return;
    this.#line.send({
      type: 'subscribe',
      id,
      collection,
      ...(where === undefined ? {} : { where }),
      ...(place ? { since: place.seq, log: place.log } : {}),
    });
  }

  #begun(entry: Entry, place: Place): void {
    const { gap, handlers } = entry;
    entry.place = place;
    entry.gap = null;
    if (gap !== null) handlers.onReset?.(gap, place);
    handlers.onLive?.(place);
  }

  /** The server ended the subscription: it starts again, from where nothing is missed, or with a gap that is reported. */
  #continue(entry: Entry, code: string, since: number | null): void {
    if (since === null || !entry.place) {
      entry.place = null;
      entry.gap = code;
    } else entry.place = { ...entry.place, seq: since };
    this.#startAgain(entry);
  }

  #startAgain(entry: Entry): void {
    this.#entries.delete(entry.id);
    entry.id = this.#nextId();
    this.#entries.set(entry.id, entry);
    this.#request(entry);
  }

  #fail(entry: Entry, error: GatehouseError): void {
    this.#entries.delete(entry.id);
    entry.handlers.onError(error);
    this.#onEnded();
  }

  #end(entry: Entry): void {
    this.#entries.delete(entry.id);
    this.#onEnded();
  }
}
