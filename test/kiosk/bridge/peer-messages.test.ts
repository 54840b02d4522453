import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channels, encodeRequest, parseRequest } from '#kiosk/bridge/messages.ts';
import {
  type PeerCall,
  parsePeerCall,
  parsePeerEvent,
  parsePeerPlace,
  peerCallNames,
  spellPeerEvent,
} from '#kiosk/bridge/peer-messages.ts';
import {
  defaultPeerPort,
  lineEnds,
  maxPeerFrameBytes,
  type PeerEvent,
  readPeerAddress,
} from '#shared/peers/peer-api.ts';

const name = fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/);
const line = fc.integer({ min: 1, max: 1_000_000 });
const bytes = fc.uint8Array({ minLength: 1, maxLength: 500 });

/** A call of every name: a new one without an entry does not compile. */
const calls: { readonly [Name in PeerCall['call']]: fc.Arbitrary<Extract<PeerCall, { call: Name }>> } = {
  peerOpen: fc.record({ call: fc.constant('peerOpen'), opening: fc.record({ event: name, member: name }) }),
  peerClose: fc.constant({ call: 'peerClose' }),
  peerDial: fc.constant({ call: 'peerDial', address: '10.0.0.7:4011' }),
  peerSend: fc.record({ call: fc.constant('peerSend'), line, bytes }),
  peerKeep: fc.record({ call: fc.constant('peerKeep'), line }),
  peerHangUp: fc.record({ call: fc.constant('peerHangUp'), line }),
};

test.each(peerCallNames)('%s survives the WebSocket, and has a channel for IPC', (call) => {
  expect(channels[call]).toMatch(/^gatehouse:peer-/);
  fc.assert(
    fc.property(calls[call] as fc.Arbitrary<PeerCall>, (value) => {
      expect(parseRequest(encodeRequest({ id: 1, call: value }))).toEqual({
        id: 1,
        name: call,
        call: { ok: true, value },
      });
    }),
  );
});

const events: fc.Arbitrary<PeerEvent> = fc.oneof(
  fc.record({ kind: fc.constant('frame' as const), line, bytes }),
  fc.record({ kind: fc.constant('closed' as const), line, reason: fc.constantFrom(...lineEnds) }),
  fc.record({ kind: fc.constant('found' as const), address: fc.constant('10.0.0.7:4011'), member: name }),
  fc.record({
    kind: fc.constant('opened' as const),
    line,
    address: fc.constant('10.0.0.7:4011'),
    dialled: fc.boolean(),
  }),
);

test('every event survives the WebSocket', () => {
  fc.assert(
    fc.property(events, (event) => {
      expect(parsePeerEvent(JSON.parse(JSON.stringify(spellPeerEvent(event))))).toEqual(event);
    }),
  );
});

test('for any input the parsers answer and never throw', () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (value, args) => {
      parsePeerEvent(value);
      parsePeerPlace(value);
      for (const call of peerCallNames) parsePeerCall(call, args);
    }),
  );
});

test.each([0, maxPeerFrameBytes + 1])('a frame of %d bytes is refused', (length) => {
  expect(parsePeerCall('peerSend', { line: 1, bytes: new Uint8Array(length) }).ok).toBe(false);
});

test.each([
  ['192.168.1.20', `192.168.1.20:${defaultPeerPort}`],
  [' 192.168.1.20:5000 ', '192.168.1.20:5000'],
  ['Desk-2.local:5000', 'desk-2.local:5000'],
  ['[fe80::1]:5000', '[fe80::1]:5000'],
  ['[1:2:3:4:5:6:7:8]', `[1:2:3:4:5:6:7:8]:${defaultPeerPort}`],
])('the address %s is read as %s', (typed, read) => expect(readPeerAddress(typed)).toBe(read));

test.each([
  '',
  '300.1.1.1',
  '1.2.3',
  'a b',
  'http://a',
  'a/b',
  'a@b',
  'a:0',
  'a:70000',
  'a:b',
  '[::1',
  '[1:2]',
  '[g::1]',
])('"%s" is no address', (typed) => expect(readPeerAddress(typed)).toBeNull());
