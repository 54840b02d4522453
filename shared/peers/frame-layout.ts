/**
 * The layout of a frame in bytes, big-endian:
 *
 *   0  magic `GW`        2  version, one byte     3  zero
 *   4  venue key's generation, 4 bytes            8  day (whole days since 1970 UTC), 4 bytes
 *   12 sender's id, 16 bytes                      28 run, 4 bytes    32 number in the run, 4 bytes
 *   36 salt of the run, 4 bytes                   40 sealed bytes, then 64 of the signature
 */
import { toHex } from '../base/bytes.ts';

/** One number for the whole wire: frames, messages and what is signed. version.test.ts says when it rises. */
export const peerVersion = 1;
/** A line carries no longer frame: a sender cuts what it says into several. */
export const frameBytesMax = 64 * 1024;
export const headerBytes = 40;
export const signatureBytes = 64;
const tagBytes = 16;
const magic = [0x47, 0x57] as const;
const saltAt = 36;
export const saltBytes = headerBytes - saltAt;

export interface FrameHeader {
  readonly generation: number;
  readonly day: number;
  /** The sending kiosk's id. */
  readonly sender: string;
  /** Run of the sender's process; a later one has a higher number (PE5). */
  readonly run: number;
  /** Rises with each frame of the run. */
  readonly number: number;
  readonly salt: Uint8Array;
}

export interface FrameParts {
  readonly header: FrameHeader;
  /** Bytes of the header as they stand in the frame: bound to what is sealed. */
  readonly headerBytes: Uint8Array;
  readonly sealed: Uint8Array;
  /** All that the signature covers. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

export function writeHeader({ generation, day, sender, run, number, salt }: FrameHeader): Uint8Array {
  const bytes = new Uint8Array(headerBytes);
  const view = new DataView(bytes.buffer);
  bytes.set([...magic, peerVersion, 0]);
  view.setUint32(4, generation);
  view.setUint32(8, day);
  bytes.set(idBytes(sender), 12);
  view.setUint32(28, run);
  view.setUint32(32, number);
  bytes.set(salt, saltAt);
  return bytes;
}

/** @returns a reason where the bytes are no frame of this version */
export function readFrame(bytes: Uint8Array): FrameParts | 'frame_too_large' | 'not_a_frame' | 'version_unknown' {
  if (bytes.length > frameBytesMax) return 'frame_too_large';
  if (bytes.length < headerBytes + tagBytes + signatureBytes) return 'not_a_frame';
  if (bytes[0] !== magic[0] || bytes[1] !== magic[1] || bytes[3] !== 0) return 'not_a_frame';
  if (bytes[2] !== peerVersion) return 'version_unknown';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const signed = bytes.subarray(0, bytes.length - signatureBytes);
  return {
    header: {
      generation: view.getUint32(4),
      day: view.getUint32(8),
      sender: idText(bytes.subarray(12, 28)),
      run: view.getUint32(28),
      number: view.getUint32(32),
      salt: bytes.slice(saltAt, headerBytes),
    },
    headerBytes: bytes.slice(0, headerBytes),
    sealed: bytes.slice(headerBytes, bytes.length - signatureBytes),
    signed,
    signature: bytes.slice(bytes.length - signatureBytes),
  };
}

/** 12 bytes, never the same twice under one key: the key is the sender's and the day's, run and number only rise. */
export function nonceOf({ salt, run, number }: FrameHeader): Uint8Array {
  const nonce = new Uint8Array(12);
  const view = new DataView(nonce.buffer);
  nonce.set(salt);
  view.setUint32(4, run);
  view.setUint32(8, number);
  return nonce;
}

/** The order of two frames of one sender. */
export function isLater(a: Pick<FrameHeader, 'run' | 'number'>, b: Pick<FrameHeader, 'run' | 'number'>): boolean {
  return a.run !== b.run ? a.run > b.run : a.number > b.number;
}

function idBytes(id: string): Uint8Array {
  const hex = id.replaceAll('-', '');
  return Uint8Array.from({ length: 16 }, (_, n) => Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16));
}

function idText(bytes: Uint8Array): string {
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
