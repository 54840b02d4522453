/**
 * The messages between renderer and host and their parsers: one list of calls, spoken over Electron IPC
 * (structured cloning, so bits stay bytes) and over WebSocket (JSON, so bits travel as base64url).
 * Both ends parse what they receive here, once. Not here: what a call does.
 */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { isObject, type Json, parseJson } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { parseBitmap } from './bitmap.ts';
import type { PrintRequest } from './host-api.ts';
import { isPeerCallName, type PeerCall, parsePeerCall, spellPeerCall } from './peer-messages.ts';

/** Electron IPC channels by name; a WebSocket frame carries the name as `call` or `event`. */
export const channels = {
  info: 'gatehouse:info',
  printers: 'gatehouse:printers',
  print: 'gatehouse:print',
  saveSecret: 'gatehouse:save-secret',
  loadSecret: 'gatehouse:load-secret',
  quit: 'gatehouse:quit',
  peerOpen: 'gatehouse:peer-open',
  peerClose: 'gatehouse:peer-close',
  peerDial: 'gatehouse:peer-dial',
  peerSend: 'gatehouse:peer-send',
  peerKeep: 'gatehouse:peer-keep',
  peerHangUp: 'gatehouse:peer-hang-up',
  printerState: 'gatehouse:printer-state',
  peer: 'gatehouse:peer',
} as const;

/** The largest bitmap as base64url (about 2 MB) and its envelope. */
export const maxMessageChars = 2_500_000;
export const maxCopies = 10;
export const maxTitleChars = 200;
export const maxSecretChars = 8_192;

export type HostCall =
  | { readonly call: 'info' }
  | { readonly call: 'printers' }
  | { readonly call: 'print'; readonly printerId: string; readonly job: PrintRequest }
  | { readonly call: 'saveSecret'; readonly name: string; readonly value: string }
  | { readonly call: 'loadSecret'; readonly name: string }
  | { readonly call: 'quit'; readonly pin: string }
  | PeerCall;

/** One WebSocket frame from the renderer. `id` is the renderer's counter, so that answers may come in another order. */
export interface HostRequest {
  readonly id: number;
  readonly call: HostCall;
}

/** One WebSocket frame from the host. */
export type HostMessage =
  | { readonly id: number; readonly value: Json }
  | { readonly id: number; readonly error: string }
  | { readonly event: 'printerState' | 'peer'; readonly value: Json };

const printerId = /^[a-z0-9][a-z0-9-]{0,39}$/;
const jobId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const pinDigits = /^\d{4,12}$/;
const secretName = /^[a-z0-9][a-z0-9.-]{0,63}$/;

function bad(message: string, path: string): ReturnType<typeof refuse> {
  return refuse({ code: 'bad_message', message, path });
}

export function isPrinterId(value: unknown): value is string {
  return typeof value === 'string' && printerId.test(value);
}

/** Control characters of the title become spaces: it becomes a file name and a line on a page. */
function cleanTitle(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .trim();
}

/** Reads a print job that came over IPC; `bitmap.bits` must be bytes. */
export function parsePrintRequest(value: unknown): Result<PrintRequest> {
  if (!isObject(value)) return bad('A print job must be an object.', 'job');
  const { jobId: id, copies, title, evenIfUnknown } = value;
  if (typeof id !== 'string' || !jobId.test(id))
    return bad('A job ID must have 1 to 64 letters and digits.', 'job.jobId');
  if (copies !== undefined && !(Number.isInteger(copies) && Number(copies) >= 1 && Number(copies) <= maxCopies)) {
    return bad(`A job must have 1 to ${maxCopies} copies.`, 'job.copies');
  }
  if (typeof title !== 'string' || title.length > maxTitleChars) {
    return bad(`A title must have at most ${maxTitleChars} characters.`, 'job.title');
  }
  if (evenIfUnknown !== undefined && typeof evenIfUnknown !== 'boolean') {
    return bad('The value must be true or false.', 'job.evenIfUnknown');
  }
  const bitmap = parseBitmap(value['bitmap']);
  if (!bitmap.ok) return bitmap;
  return ok({
    jobId: id,
    bitmap: bitmap.value,
    title: cleanTitle(title),
    ...(copies === undefined ? {} : { copies: Number(copies) }),
    ...(evenIfUnknown === undefined ? {} : { evenIfUnknown }),
  });
}

/** Reads a call and its arguments as they arrive over IPC. */
export function parseCall(name: unknown, args: Record<string, unknown>): Result<HostCall> {
  if (name === 'info' || name === 'printers') return ok({ call: name });
  if (name === 'print') {
    if (!isPrinterId(args['printerId'])) return bad('This is not the ID of a printer.', 'printerId');
    const job = parsePrintRequest(args['job']);
    return job.ok ? ok({ call: 'print', printerId: args['printerId'], job: job.value }) : job;
  }
  if (name === 'saveSecret' || name === 'loadSecret') {
    const { name: secret, value } = args;
    if (typeof secret !== 'string' || !secretName.test(secret)) return bad('This is not the name of a secret.', 'name');
    if (name === 'loadSecret') return ok({ call: name, name: secret });
    if (typeof value !== 'string' || value.length > maxSecretChars) {
      return bad(`A secret must have at most ${maxSecretChars} characters.`, 'value');
    }
    return ok({ call: name, name: secret, value });
  }
  if (name === 'quit') {
    const { pin } = args;
    if (typeof pin !== 'string' || !pinDigits.test(pin)) return bad('A PIN must have 4 to 12 digits.', 'pin');
    return ok({ call: name, pin });
  }
  if (isPeerCallName(name)) return parsePeerCall(name, args);
  return bad('The device host does not support this call.', 'call');
}

function isPeerCall(call: HostCall): call is PeerCall {
  return isPeerCallName(call.call);
}

/** Spells a request for the WebSocket. */
export function encodeRequest(request: HostRequest): string {
  const { id, call } = request;
  if (isPeerCall(call)) return JSON.stringify(Object.assign({ id }, spellPeerCall(call)));
  if (call.call !== 'print') return JSON.stringify({ id, ...call });
  const { bits, ...size } = call.job.bitmap;
  return JSON.stringify({ id, ...call, job: { ...call.job, bitmap: { ...size, bits: toBase64url(bits) } } });
}

/** @returns the frame with its bitmap's text turned into bytes, so that parseCall finds what IPC would carry */
function withBytes(args: Record<string, unknown>): Record<string, unknown> {
  const job = args['job'];
  if (!isObject(job) || !isObject(job['bitmap'])) return args;
  const bits = job['bitmap']['bits'];
  const bytes = typeof bits === 'string' ? fromBase64url(bits) : null;
  return { ...args, job: { ...job, bitmap: { ...job['bitmap'], bits: bytes } } };
}

/**
 * Reads one WebSocket frame from a renderer.
 *
 * @returns null where the frame is too broken to be answered; `name` is the call as spelled, known or not
 */
export function parseRequest(
  text: string,
): { readonly id: number; readonly name: unknown; readonly call: Result<HostCall> } | null {
  const frame = text.length <= maxMessageChars ? parseJson(text) : undefined;
  if (!isObject(frame) || !Number.isSafeInteger(frame['id'])) return null;
  const name = frame['call'];
  return { id: Number(frame['id']), name, call: parseCall(name, withBytes(frame)) };
}

/** Reads one WebSocket frame from a host; null for anything else. The caller parses its value. */
export function parseHostMessage(text: string): HostMessage | null {
  const frame = text.length <= maxMessageChars ? parseJson(text) : undefined;
  if (!isObject(frame)) return null;
  const value = frame['value'] as Json;
  if (frame['event'] === 'printerState' || frame['event'] === 'peer') return { event: frame['event'], value };
  const id = frame['id'];
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  if (typeof frame['error'] === 'string') return { id, error: frame['error'] };
  return 'value' in frame ? { id, value } : null;
}
