/** The messages about other kiosks between renderer and host, and their parsers. Frames: bytes over IPC, base64url in JSON. */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { isObject, type Json } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import {
  type DialAnswer,
  dialAnswers,
  isPeerName,
  lineEnds,
  maxPeerAddressChars,
  maxPeerFrameBytes,
  type OpenAnswer,
  type PeerEvent,
  type PeerOpening,
  type PeerPlace,
  readPeerAddress,
} from '#shared/peers/peer-api.ts';

export const peerCallNames = ['peerOpen', 'peerClose', 'peerDial', 'peerSend', 'peerKeep', 'peerHangUp'] as const;
export type PeerCallName = (typeof peerCallNames)[number];

export type PeerCall =
  | { readonly call: 'peerOpen'; readonly opening: PeerOpening }
  | { readonly call: 'peerClose' }
  | { readonly call: 'peerDial'; readonly address: string }
  | { readonly call: 'peerSend'; readonly line: number; readonly bytes: Uint8Array }
  | { readonly call: 'peerKeep'; readonly line: number }
  | { readonly call: 'peerHangUp'; readonly line: number };

export type PeerAnswer = OpenAnswer | DialAnswer | boolean | null;

export function isPeerCallName(value: unknown): value is PeerCallName {
  return peerCallNames.some((name) => name === value);
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function bad(message: string, path: string): ReturnType<typeof refuse> {
  return refuse({ code: 'bad_message', message, path });
}

function readBytes(value: unknown): Uint8Array | null {
  // Four characters for three bytes: a longer text is no frame, and is not decoded to find out.
  const isText = typeof value === 'string' && value.length <= Math.ceil((maxPeerFrameBytes * 4) / 3);
  const bytes = isText ? fromBase64url(value) : value;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0 || bytes.length > maxPeerFrameBytes) return null;
  return bytes;
}

/** Reads a call about other kiosks; its frame may be bytes or base64url. */
export function parsePeerCall(name: PeerCallName, args: Record<string, unknown>): Result<PeerCall> {
  if (name === 'peerClose') return ok({ call: name });
  if (name === 'peerOpen') {
    const { opening } = args;
    if (!isObject(opening) || !isPeerName(opening['event']) || !isPeerName(opening['member']))
      return bad('An opening must name event and member with 8 to 64 letters and digits each.', 'opening');
    return ok({ call: name, opening: { event: opening['event'], member: opening['member'] } });
  }
  if (name === 'peerDial') {
    const address = typeof args['address'] === 'string' ? readPeerAddress(args['address']) : null;
    return address === null ? bad('An address must be a host and a port.', 'address') : ok({ call: name, address });
  }
  const { line } = args;
  if (!isLine(line)) return bad('A line must be a whole number above 0.', 'line');
  if (name !== 'peerSend') return ok({ call: name, line });
  const bytes = readBytes(args['bytes']);
  if (bytes === null) return bad(`A frame must have 1 to ${maxPeerFrameBytes} bytes.`, 'bytes');
  return ok({ call: name, line, bytes });
}

/** @returns the call as JSON can carry it */
export function spellPeerCall(call: PeerCall): Json {
  if (call.call === 'peerSend') return { ...call, bytes: toBase64url(call.bytes) };
  return call.call === 'peerOpen' ? { ...call, opening: { ...call.opening } } : { ...call };
}

/** @returns the event as JSON can carry it */
export function spellPeerEvent(event: PeerEvent): Json {
  return event.kind === 'frame' ? { ...event, bytes: toBase64url(event.bytes) } : { ...event };
}

/** @returns null for anything that is not an event of a host; also for an event that only a newer host knows */
export function parsePeerEvent(value: unknown): PeerEvent | null {
  if (!isObject(value)) return null;
  const { kind, line, address, dialled, bytes, reason, member } = value;
  if (kind === 'found') {
    const known = typeof address === 'string' && address.length <= maxPeerAddressChars ? address : null;
    return known !== null && isPeerName(member) ? { kind, address: known, member } : null;
  }
  if (!isLine(line)) return null;
  if (kind === 'opened')
    return typeof address === 'string' && typeof dialled === 'boolean' ? { kind, line, address, dialled } : null;
  if (kind === 'closed') return { kind, line, reason: lineEnds.find((known) => known === reason) ?? 'closed' };
  const frame = kind === 'frame' ? readBytes(bytes) : null;
  return frame === null ? null : { kind: 'frame', line, bytes: frame };
}

const maxAddresses = 8;

export function parsePeerPlace(value: unknown): PeerPlace | null {
  if (!isObject(value)) return null;
  const { port, addresses } = value;
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) return null;
  if (!Array.isArray(addresses)) return null;
  const read = addresses
    .slice(0, maxAddresses)
    .map((text) => (typeof text === 'string' ? readPeerAddress(text) : null));
  return { port, addresses: read.filter((address) => address !== null) };
}

export function parseOpenAnswer(value: unknown): OpenAnswer | null {
  return value === 'switched_off' ? value : parsePeerPlace(value);
}

export function parseDialAnswer(value: unknown): DialAnswer | null {
  return dialAnswers.find((known) => known === value) ?? null;
}
