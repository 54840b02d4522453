/**
 * IPP messages as far as a print queue needs them: encodes requests of texts, numbers and keywords, reads any answer's
 * attributes. No sockets here; asking is ipp-client.ts.
 * Source: RFC 8010 (encoding), RFC 8011 (operations, states).
 */

export const operations = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getPrinterAttributes: 0x000b,
} as const;

/** RFC 8010, 3.5.2: value tags used here. */
const tags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
} as const;
const groupTags = { operation: 0x01, job: 0x02 } as const;
const endOfAttributes = 0x03;

export type IppTag = keyof typeof tags;
export interface IppAttribute {
  readonly tag: IppTag;
  readonly name: string;
  readonly values: readonly (string | number)[];
}

export interface IppRequest {
  readonly operation: number;
  readonly id: number;
  /** Attributes after charset and language, which are written by themselves. */
  readonly attributes: readonly IppAttribute[];
  readonly job?: readonly IppAttribute[];
  readonly document?: Uint8Array;
}

export type IppValue = string | number | boolean | null;
export interface IppAnswer {
  /** Below 0x0100: done. */
  readonly status: number;
  /** When a name stands in several groups, the last one wins; all values of one attribute are kept. */
  readonly attributes: ReadonlyMap<string, readonly IppValue[]>;
}

function sized(bytes: Uint8Array): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  return Buffer.concat([size, bytes]);
}

function encodeValue(tag: IppTag, value: string | number): Buffer {
  if (typeof value === 'string') return Buffer.from(value, 'utf8');
  const bytes = Buffer.alloc(tag === 'boolean' ? 1 : 4);
  if (tag === 'boolean') bytes.writeUInt8(value);
  else bytes.writeInt32BE(value);
  return bytes;
}

/** Further values of one attribute have an empty name. */
function encodeAttribute({ tag, name, values }: IppAttribute): Buffer {
  const parts = values.flatMap((value, i) => [
    Buffer.of(tags[tag]),
    sized(Buffer.from(i === 0 ? name : '')),
    sized(encodeValue(tag, value)),
  ]);
  return Buffer.concat(parts);
}

/** @returns the HTTP body of a request */
export function encodeIpp(request: IppRequest): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x0200, 0);
  head.writeUInt16BE(request.operation, 2);
  head.writeUInt32BE(request.id, 4);
  const first: readonly IppAttribute[] = [
    { tag: 'charset', name: 'attributes-charset', values: ['utf-8'] },
    { tag: 'language', name: 'attributes-natural-language', values: ['en'] },
  ];
  const parts: Uint8Array[] = [head, Buffer.of(groupTags.operation)];
  parts.push(...[...first, ...request.attributes].map(encodeAttribute));
  if (request.job !== undefined) parts.push(Buffer.of(groupTags.job), ...request.job.map(encodeAttribute));
  parts.push(Buffer.of(endOfAttributes));
  if (request.document !== undefined) parts.push(request.document);
  return Buffer.concat(parts);
}

/** Out-of-band values (`no-value`, `unknown`) are null; dates, ranges and collections, which no caller reads, are too. */
function decodeValue(tag: number, bytes: Buffer): IppValue {
  if (tag === tags.boolean) return bytes[0] === 1;
  if (tag === tags.integer || tag === tags.enum) return bytes.length === 4 ? bytes.readInt32BE() : null;
  return tag >= 0x40 && tag <= 0x4f ? bytes.toString('utf8') : null;
}

/** @returns null when the bytes are not a whole IPP answer to that request */
export function decodeIpp(bytes: Buffer, id: number): IppAnswer | null {
  if (bytes.length < 9 || bytes.readUInt32BE(4) !== id) return null;
  const attributes = new Map<string, IppValue[]>();
  let name = '';
  for (let at = 8; at < bytes.length; ) {
    const tag = bytes[at]!;
    at += 1;
    if (tag === endOfAttributes) return { status: bytes.readUInt16BE(2), attributes };
    if (tag < 0x10) continue; // the next group
    if (at + 2 > bytes.length) return null;
    const nameSize = bytes.readUInt16BE(at);
    if (at + 4 + nameSize > bytes.length) return null;
    const valueSize = bytes.readUInt16BE(at + 2 + nameSize);
    const valueAt = at + 4 + nameSize;
    if (valueAt + valueSize > bytes.length) return null;
    const value = decodeValue(tag, bytes.subarray(valueAt, valueAt + valueSize));
    if (nameSize === 0) attributes.get(name)?.push(value);
    else {
      name = bytes.toString('utf8', at + 2, at + 2 + nameSize);
      attributes.set(name, [value]);
    }
    at = valueAt + valueSize;
  }
  return null;
}
