/** Bytes that came over the line and have not been executed. */
export interface ByteBuffer {
  readonly length: number;
  /** @returns the byte at this place; undefined where it has not come yet */
  at(index: number): number | undefined;
  /** @throws RangeError where the two bytes have not come yet; also `uint16LE` */
  uint16BE(index: number): number;
  uint16LE(index: number): number;
  push(bytes: Uint8Array): void;
  /** Removes bytes from the front. */
  take(count: number): Buffer;
  clear(): void;
}

export function createByteBuffer(): ByteBuffer {
  let buffer = Buffer.alloc(0);
  return {
    get length() {
      return buffer.length;
    },
    at: (index) => buffer[index],
    uint16BE: (index) => buffer.readUInt16BE(index),
    uint16LE: (index) => buffer.readUInt16LE(index),
    push(bytes) {
      buffer = Buffer.concat([buffer, bytes]);
    },
    take(count) {
      const taken = buffer.subarray(0, count);
      buffer = buffer.subarray(count);
      return taken;
    },
    clear() {
      buffer = Buffer.alloc(0);
    },
  };
}

const maxComplaints = 100;

/** Input that a virtual printer did not understand, at most 100 entries. */
export interface Complaints {
  readonly list: readonly string[];
  add(what: string): void;
}

export function createComplaints(): Complaints {
  const list: string[] = [];
  return {
    list,
    add(what) {
      if (list.length < maxComplaints) list.push(what);
    },
  };
}
