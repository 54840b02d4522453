/** Real multicast on the loopback interface, and announcements that lie. */
import { createSocket } from 'node:dgram';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readAnnouncement } from '#shared/lan/mdns.ts';
import { lanAddress } from '#shared/peers/lan-address.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { opening, type Rig, startRig } from './rig.ts';

const running: Rig[] = [];
afterAll(() => Promise.all(running.map(({ peers }) => peers.stop())));

const service = '_gatehouse._tcp.local';
const name = `abc.${service}`;
const text = (event: string, member = 'member-abcdef') =>
  ['v=1', `e=${event}`, `m=${member}`].map((part) => Buffer.from(part));
const announced = (port: number, ip: string, event = opening.event) => [
  { type: 'PTR', name: service, ttl: 120, data: name },
  { type: 'SRV', name, ttl: 120, data: { port, target: 'x.local' } },
  { type: 'TXT', name, ttl: 120, data: text(event) },
  { type: 'A', name: 'x.local', ttl: 120, data: ip },
];

test('two hosts find each other, a flood of broken packets between them', async () => {
  const mdns = await freePort();
  const a = await startRig({ mdns, member: 'member-aaaaaa' });
  running.push(a);
  const liar = createSocket('udp4');
  for (const packet of [Buffer.alloc(0), Buffer.alloc(9_000, 0xc0), Buffer.from('0000840000000001', 'hex')])
    for (let i = 0; i < 30; i += 1) liar.send(packet, mdns, '127.0.0.1');
  const b = await startRig({ mdns, member: 'member-bbbbbb' });
  running.push(b);
  expect(await a.until('found', ({ member }) => member === 'member-bbbbbb')).toMatchObject({ address: b.address });
  expect(await b.until('found', ({ member }) => member === 'member-aaaaaa')).toMatchObject({ address: a.address });
  liar.close();
});

test('an announcement names the sender and its own addresses, as long as they are of a LAN', () => {
  expect(readAnnouncement(announced(4011, '10.1.2.3'), '192.168.1.9', opening.event)).toEqual([
    { address: '192.168.1.9:4011', member: 'member-abcdef' },
    { address: '10.1.2.3:4011', member: 'member-abcdef' },
  ]);
});

test.each([
  ['another event', announced(4011, '10.1.2.3', 'event-other1')],
  ['a port of the system', announced(22, '10.1.2.3')],
  ['no port', announced(70_000, '10.1.2.3')],
  ['a hundred records', Array.from({ length: 25 }, () => announced(4011, '10.1.2.3')).flat()],
])('an announcement of %s leads nowhere', (_what, records) => {
  expect(readAnnouncement(records, '192.168.1.9', opening.event)).toEqual([]);
});

test('an address of the internet is never called', () => {
  for (const ip of ['8.8.8.8', '1.1.1.1', '0.0.0.0', '255.255.255.255', '224.0.0.251', '::1', 'example.org', ''])
    expect(lanAddress(ip, 4011)).toBeNull();
  expect(readAnnouncement(announced(4011, '8.8.8.8'), '93.184.216.34', opening.event)).toEqual([]);
});

test('for any records the reader answers and never throws', () => {
  const record = fc.record({
    type: fc.constantFrom('PTR', 'SRV', 'TXT', 'A', 'OPT'),
    name: fc.constantFrom(name, 'x'),
    data: fc.anything(),
  });
  fc.assert(fc.property(fc.array(record), (records) => void readAnnouncement(records, '10.0.0.1', opening.event)));
});
