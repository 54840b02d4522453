/**
 * The one question of SNMP that a printer driver needs: GET of one object that is a string of bytes (SNMPv1, RFC 1157).
 * Reads nothing else and writes nothing. Called by ql-dialect.ts.
 */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { afterListening } from '../network/listening-time.ts';

/** A BER element with a short or long length (ITU-T X.690, 8.1). */
function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return element(0x02, bytes);
}

/** The first two arcs share a byte, the others are written in groups of seven bits. */
function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return element(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** @returns null when the bytes are not a row of whole elements */
function readElements(bytes: Buffer): readonly Element[] | null {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at]!;
    let size = bytes[at + 1] ?? 0xff;
    let head = 2;
    if (size >= 0x80) {
      const digits = size & 0x7f;
      if (digits === 0 || digits > 2 || at + 2 + digits > bytes.length) return null;
      size = bytes.readUIntBE(at + 2, digits);
      head += digits;
    }
    if (at + head + size > bytes.length) return null;
    found.push({ tag, content: bytes.subarray(at + head, at + head + size) });
    at += head + size;
  }
  return found;
}

const inside = (parent: Element | undefined): readonly Element[] =>
  parent === undefined ? [] : (readElements(parent.content) ?? []);

/** `Message { version, community, GetRequest { id, 0, 0, [{ oid, NULL }] } }` */
export function encodeGet(oid: string, community: string, requestId: number): Buffer {
  const binding = element(0x30, Buffer.concat([objectId(oid), element(0x05, Buffer.alloc(0))]));
  const request = [integer(requestId), integer(0), integer(0), element(0x30, binding)];
  const message = [integer(0), element(0x04, Buffer.from(community)), element(0xa0, Buffer.concat(request))];
  return element(0x30, Buffer.concat(message));
}

/** @returns the bytes of the first binding, or null when this is not the answer to that request */
export function decodeAnswer(bytes: Buffer, requestId: number): Buffer | null {
  const [message] = readElements(bytes) ?? [];
  const answer = inside(message).find(({ tag }) => tag === 0xa2);
  const [id, errorStatus, , bindings] = inside(answer);
  if (id === undefined || id.content.length > 4 || id.content.length === 0) return null;
  if (id.content.readIntBE(0, id.content.length) !== requestId) return null;
  if (errorStatus === undefined || errorStatus.content.some((byte) => byte !== 0)) return null;
  const [, value] = inside(inside(bindings)[0]);
  return value?.tag === 0x04 ? value.content : null;
}

export interface SnmpTarget {
  readonly host: string;
  readonly port: number;
}

/**
 * Asks again after half of the time, because datagrams get lost.
 *
 * @returns null when no fitting answer came within `timeoutMs`
 */
export function snmpGet(target: SnmpTarget, oid: string, timeoutMs: number): Promise<Buffer | null> {
  const requestId = randomInt(1, 0x7fff_ffff);
  const question = encodeGet(oid, 'public', requestId);
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(target.host) ? 'udp6' : 'udp4');
    const end = (value: Buffer | null): void => {
      clearInterval(again);
      stopWaiting();
      socket.close();
      resolve(value);
    };
    // A host that cannot be found or reached is one that does not answer.
    const send = (): void => socket.send(question, target.port, target.host, () => {});
    const again = setInterval(send, timeoutMs / 2);
    const stopWaiting = afterListening(timeoutMs, () => end(null));
    socket.on('error', () => {});
    socket.on('message', (bytes) => {
      const value = decodeAnswer(bytes, requestId);
      if (value !== null) end(value);
    });
    send();
  });
}
