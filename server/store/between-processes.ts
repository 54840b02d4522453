/**
 * The contracts of what several processes on one database share beside the data: messages, bytes that may be lost, and
 * counted minutes.
 */

export interface WhisperListener {
  /** @param from the process that sent it: another name each time one is started */
  readonly hear: (word: Uint8Array, from: string) => void;
  /** Messages may have been lost: a listener that needs them asks again. Also called where none was lost. */
  readonly missed: () => void;
}

/**
 * Messages from process to process: soon, each process's in their order, at most once, never stored. They never come back
 * to their sender, nor to another tenant. Where more wait than may (a database that is away or slow), the oldest of the
 * tenant are dropped in silence: only for what heals by itself.
 */
export interface Whispers {
  /** @param topic 1–128 visible ASCII characters; `word` has at most `whisperBytesMax` */
  say(topic: string, word: Uint8Array): void;
  /** Listeners must not throw. @returns how to stop */
  hear(topic: string, listener: WhisperListener): () => void;
}

/** Maximum size of a message. */
export const whisperBytesMax = 256 * 1024;

/**
 * Bytes that every process on the same database can read: what costs much to make, can be made again, and may be lost
 * at any time (a crash of the database empties it).
 */
export interface SharedBlobs {
  /** Puts an item there; forgets items of all labels not touched within `keptMs`, and all but the newest few of this label. */
  put(label: string, id: string, parts: readonly Buffer[], keptMs: number): Promise<void>;
  /** The first part of the label's newest item; ids sort by age. Null: the label has none. */
  newest(label: string): Promise<{ readonly id: string; readonly first: Buffer } | null>;
  /** @returns the parts of an item; null: it is not there */
  read(label: string, id: string): Promise<readonly Buffer[] | null>;
  /** @returns whether it is there; it counts as new again */
  touch(label: string, id: string): Promise<boolean>;
}

export interface QuotaAsk {
  /** Minutes since 1970, by the asking process's clock. */
  readonly minute: number;
  /** Requests that the tenant has per minute; 0: the process only gives `unused` back. */
  readonly limit: number;
  /** Part of its last share in this same minute that the process did not use. */
  readonly unused: number;
}

export interface QuotaShare {
  /** The latest that any process has asked for: clocks differ. */
  readonly minute: number;
  /** Share for the asking process alone; 0: nothing is left. */
  readonly given: number;
  /** Left for all processes after it. */
  readonly left: number;
}

/** Allowance of a tenant per minute, handed out in shares to the processes that count it. */
export interface Quota {
  take(tenant: string, asked: QuotaAsk): Promise<QuotaShare>;
}
