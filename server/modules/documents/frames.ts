/**
 * The messages of y-websocket: sync (y-protocols/sync), awareness (y-protocols/awareness), permission (y-protocols/auth),
 * and the question who is there. A frame holds one message.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

export type Message =
  /** "I have this much: what do I lack?" */
  | { readonly kind: 'ask'; readonly stateVector: Uint8Array }
  | { readonly kind: 'edit'; readonly update: Uint8Array }
  | { readonly kind: 'awareness'; readonly update: Uint8Array }
  | { readonly kind: 'who' };

const message = { sync: 0, awareness: 1, permission: 2, who: 3 } as const;
const sync = { ask: 0, answer: 1, update: 2 } as const;
const denied = 0;

/** @returns null: garbage */
export function readFrame(frame: Uint8Array): Message | null {
  try {
    const decoder = decoding.createDecoder(frame);
    switch (decoding.readVarUint(decoder)) {
      case message.sync: {
        const kind = decoding.readVarUint(decoder);
        const bytes = decoding.readVarUint8Array(decoder);
        if (kind === sync.ask) return { kind: 'ask', stateVector: bytes };
        return kind === sync.answer || kind === sync.update ? { kind: 'edit', update: bytes } : null;
      }
      case message.awareness:
        return { kind: 'awareness', update: decoding.readVarUint8Array(decoder) };
      case message.who:
        return { kind: 'who' };
      default:
        return null;
    }
  } catch {
    return null;
  }
}

function frame(kinds: readonly number[], write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const kind of kinds) encoding.writeVarUint(encoder, kind);
  write(encoder);
  return encoding.toUint8Array(encoder);
}

const bytes = (kinds: readonly number[], data: Uint8Array) =>
  frame(kinds, (encoder) => encoding.writeVarUint8Array(encoder, data));

export const frames = {
  ask: (stateVector: Uint8Array) => bytes([message.sync, sync.ask], stateVector),
  answer: (update: Uint8Array) => bytes([message.sync, sync.answer], update),
  update: (update: Uint8Array) => bytes([message.sync, sync.update], update),
  awareness: (update: Uint8Array) => bytes([message.awareness], update),
  denied: (reason: string) =>
    frame([message.permission, denied], (encoder) => encoding.writeVarString(encoder, reason)),
};
