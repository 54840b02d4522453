/**
 * Types of one session with another kiosk (line-session.ts). open-mesh.ts holds one for each line of the host; a screen or a
 * host never needs more than the mesh. Rules: SPEC.md.
 */
import type { PeerEntry } from './entry.ts';

/** A line of the device host: one TCP connection or WebSocket, whole frames in both directions. */
export type LineId = number;

/** Reasons why a line was closed, or a frame on it refused. Shown on the board. */
export const refusalReasons = [
  'frame_too_large',
  'too_fast',
  'not_a_frame',
  'version_unknown',
  'sender_unknown',
  'sender_changed',
  'own_id',
  'revoked',
  'signature_invalid',
  'key_unknown',
  'key_expired',
  'seal_broken',
  'wrong_day',
  'replayed',
  'not_fresh',
  'message_unknown',
  'entry_forged',
  'entry_invalid',
  'entry_changed',
  'silent',
  'line_replaced',
  'not_proven', // it connected, and the host closed the line before it proved to be a kiosk
  'too_many_lines', // the host had no place for a stranger
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export type SessionPhase =
  /** Both sides say hello and prove that they are there now. */
  | 'greeting'
  | 'live'
  /** The other has a newer venue key than this kiosk: it hears us for an hour, we cannot read it. */
  | 'unheard'
  | 'closed';

export type SessionEvent =
  | { readonly kind: 'live'; readonly peer: string }
  | { readonly kind: 'entries'; readonly peer: string; readonly entries: readonly PeerEntry[] }
  | { readonly kind: 'refused'; readonly peer: string | null; readonly reason: RefusalReason }
  | { readonly kind: 'closed'; readonly peer: string | null; readonly reason: RefusalReason | null };

/** Status that a peer reports, passed on by others: who hears whom. */
export interface PeerStatus {
  readonly device: string;
  /** Rises with each status the device makes; the higher one is the newer one. */
  readonly n: number;
  /** Ids of kiosks it has a live line to. */
  readonly hears: readonly string[];
  /** It reaches the server. */
  readonly online: boolean;
}
