/** AMF0 and chunks: what is written is read again, however it is cut; what a stranger invents ends in one kind of error. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AmfValue, readAmf, writeAmf } from '#server/streaming/rtmp/amf.ts';
import {
  ChunkReader,
  controlMessage,
  messageTypes,
  type RtmpMessage,
  writeChunks,
} from '#server/streaming/rtmp/chunks.ts';
import { clientHandshake, serverHandshake } from '#server/streaming/rtmp/handshake.ts';
import { ProtocolError } from '#server/streaming/rtmp/protocol-error.ts';

const megabyte = 1_024 * 1_024;

function read(bytes: Buffer, cuts: readonly number[], most = megabyte): readonly RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  const reader = new ChunkReader(most, (message) => messages.push(message));
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let at = 0;
  for (const end of [...ends, bytes.length]) {
    reader.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  return messages;
}

const message = fc.record({
  type: fc.constantFrom(messageTypes.audio, messageTypes.video, messageTypes.command),
  streamId: fc.nat({ max: 100 }),
  timestampMs: fc.oneof(fc.nat({ max: 1_000 }), fc.integer({ min: 0xff_ff_f0, max: 0xff_ff_ff_ff })),
  data: fc.uint8Array({ minLength: 1, maxLength: 9_000 }),
});

test('messages are read as they were written, wherever the bytes are cut', () => {
  const property = fc.property(
    fc.array(message, { maxLength: 6 }),
    fc.array(fc.nat(), { maxLength: 30 }),
    (sent, cuts) => {
      const size = controlMessage(messageTypes.setChunkSize, 4_096);
      const bytes = Buffer.concat([size, ...sent.map((one, i) => writeChunks(3 + (i % 4), one, 4_096))]);
      const got = read(bytes, cuts).map((one) => ({ ...one, data: Uint8Array.from(one.data) }));
      expect(got).toEqual(sent);
    },
  );
  fc.assert(property, { numRuns: 200 });
});

/** As encoders do: only what differs from the message before is written. */
test('short headers take type, length and time from the message before', () => {
  const full = Buffer.from([0x04, 0, 0, 40, 0, 0, 2, 9, 1, 0, 0, 0, 1, 2]);
  const difference = Buffer.from([0x84, 0, 0, 40, 3, 4]);
  const same = Buffer.from([0xc4, 5, 6]);
  const times = read(Buffer.concat([full, difference, same]), []).map(({ timestampMs }) => timestampMs);
  expect(times).toEqual([40, 80, 120]);
});

test('any bytes end in messages or in a protocol error, and in nothing else', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
    try {
      read(Buffer.from(bytes), [], 4_096);
      readAmf(bytes);
    } catch (fault) {
      expect(fault).toBeInstanceOf(ProtocolError);
    }
  });
  fc.assert(property, { numRuns: 2_000 });
});

const begun = (id: number, length: number) => {
  const head = Buffer.alloc(12);
  head[0] = id;
  head.writeUIntBE(length, 4, 3);
  head[7] = 9;
  return head;
};

test.each([
  ['a chunk size of 0', controlMessage(messageTypes.setChunkSize, 0)],
  ['a chunk size of 2 GB', controlMessage(messageTypes.setChunkSize, 0x7f_ff_ff_ff)],
  ['a message of 16 MB', begun(4, 0xff_ff_ff)],
  ['a chunk that continues nothing', Buffer.from([0xc5, 1, 2, 3])],
  [
    '40 chunk streams',
    Buffer.concat(Array.from({ length: 40 }, (_, i) => Buffer.concat([begun(3 + i, 200), Buffer.alloc(128)]))),
  ],
  [
    'many unfinished messages',
    Buffer.concat(Array.from({ length: 20 }, (_, i) => Buffer.concat([begun(3 + i, 4_000), Buffer.alloc(128)]))),
  ],
])('%s is refused', (_, bytes) => {
  expect(() => read(bytes, [], 2_048)).toThrow(ProtocolError);
});

const nested = (depth: number): AmfValue => (depth === 0 ? 1 : { a: nested(depth - 1) });

test.each([
  ['objects in objects', writeAmf(nested(50) as never)],
  ['an array of 4 billion', Buffer.from([10, 0xff, 0xff, 0xff, 0xff, 5])],
  ['a text longer than the message', Buffer.from([12, 0x7f, 0xff, 0xff, 0xff, 65])],
  ['thousands of values', Buffer.alloc(5_000, 5)],
  ['an object without end', Buffer.from([3, 0, 1, 97])],
  ['an unknown type', Buffer.from([17])],
])('AMF with %s is refused', (_, bytes) => {
  expect(() => readAmf(bytes)).toThrow(ProtocolError);
});

test('AMF: commands are read as they were written', () => {
  const values = ['connect', 1, null, { app: 'live', nested: { yes: true } }] as const;
  expect(readAmf(writeAmf(...values))).toEqual(values);
  expect(readAmf(writeAmf({ __proto__: null, constructor: 'x' } as never))).toEqual([{ constructor: 'x' }]);
});

test('the handshakes of both sides fit, byte by byte, and other protocols are refused', () => {
  const client = clientHandshake();
  const server = serverHandshake();
  const replies = [...client.opening].map((byte) => server.push(Buffer.from([byte])).reply);
  const { reply, rest } = client.push(Buffer.concat([...replies, Buffer.from('rest')]));
  expect(rest?.toString()).toBe('rest');
  expect(server.push(Buffer.concat([reply, Buffer.from('more')])).rest?.toString()).toBe('more');
  expect(() => serverHandshake().push(Buffer.from('GET / HTTP/1.1'))).toThrow(ProtocolError);
});
