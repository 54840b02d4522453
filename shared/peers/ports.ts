/**
 * The ports through which the peers' protocol uses its device. The kiosk passes WebCrypto and its replica, a test its
 * own parts.
 */

/** A key that only its maker can use; WebCrypto's `CryptoKey` is one. */
export type SealingKey = object;

export interface PeerCrypto {
  /** HKDF-SHA-256 to a key of AES-256-GCM. */
  deriveKey(secret: Uint8Array, salt: Uint8Array, info: Uint8Array): Promise<SealingKey>;
  /** AES-256-GCM, the tag at the end. */
  seal(key: SealingKey, nonce: Uint8Array, additional: Uint8Array, plain: Uint8Array): Promise<Uint8Array>;
  /** @returns null: not sealed by this key, or changed since */
  open(key: SealingKey, nonce: Uint8Array, additional: Uint8Array, sealed: Uint8Array): Promise<Uint8Array | null>;
  /** Ed25519 by this device's own key. */
  sign(message: Uint8Array): Promise<Uint8Array>;
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  randomBytes(count: number): Uint8Array;
  /** UTF-8. */
  encode(text: string): Uint8Array;
  /** @returns null: not UTF-8 */
  decode(bytes: Uint8Array): string | null;
}

/** A kiosk or a box of the event whose role takes part, as the replica lists it. */
export interface PeerMember {
  /** The kiosk's id. */
  readonly id: string;
  /** Ed25519, raw. */
  readonly publicKey: Uint8Array;
  readonly revoked: boolean;
  /** A box for the venue: hubs before all kiosks (PE11). Absent: a kiosk. */
  readonly isBox?: boolean;
}

export interface PeerMembers {
  /** @returns null: no device of this event has the id, its role takes no part, or its key cannot be read */
  find(id: string): PeerMember | null;
  /** Revoked ones too. */
  all(): readonly PeerMember[];
}

/** One generation of the event's venue key. */
export interface VenueKey {
  /** Rises by one with each rotation. */
  readonly generation: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** Keys as the server gave them last. */
export interface VenueKeys {
  readonly current: VenueKey;
  /** Still reads, until `readsUntilMs` (Unix milliseconds), and never seals. */
  readonly previous: (VenueKey & { readonly readsUntilMs: number }) | null;
}

export interface PeerClock {
  /** Corrected time, Unix milliseconds. */
  now(): number;
  /** False: the time cannot be relied on (`ClockReason` of shared/admission/corrected-clock.ts). */
  trusted(): boolean;
  /** Milliseconds, never set back. */
  monotonicMs(): number;
}

/** Small values over a restart. */
export interface MemberSettings {
  read(name: string): Promise<unknown>;
  /** Durable when it resolves. */
  write(name: string, value: unknown): Promise<void>;
}

/** Entries that were heard, kept over a restart. */
export interface HeardRows {
  /** Returns the rows in no order. The reader checks them: an older version may have written them. */
  all(): Promise<readonly { readonly value: unknown }[]>;
  /** Writes rows by the id of the scan. */
  put(rows: readonly { readonly id: string; readonly value: unknown }[]): Promise<void>;
  forget(ids: readonly string[]): Promise<void>;
}
