/** IP addresses: one spelling for each, by rules and against what Node says. */
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { isInside, isWithin, parseAddress, parseNetwork, subscriberNetwork } from '#shared/base/network-address.ts';

const canonical = (text: string) => new URL(`http://[${text}]/`).hostname.slice(1, -1);

describe('an address', () => {
  test('of IPv6 has the spelling that a URL gives it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.uint8Array({ minLength: 16, maxLength: 16 }).map(sparse)), (text) => {
        const found = parseAddress(text);
        fc.pre(found?.family === 6);
        expect(found?.text).toBe(canonical(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is one exactly where Node says so', () => {
    const near = fc.stringMatching(/^[0-9a-fA-F:.]{0,20}$/);
    fc.assert(
      fc.property(fc.oneof(near, fc.ipV6(), fc.ipV4(), fc.string()), (text) => {
        // Node takes any zone; here it is a short name.
        fc.pre(!text.includes('%'));
        expect([text, parseAddress(text) !== null]).toEqual([text, isIP(text) !== 0]);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::', '::'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ])('%s is %s', (text, expected) => expect(parseAddress(text)?.text).toBe(expected));

  test.each(['', '1.2.3', '1.2.3.04', '256.1.1.1', '0x7f.1', '1.2.3.4:80', '[::1]', ':::', '1::2::3', 'localhost'])(
    '%s is none',
    (text) => expect(parseAddress(text)).toBeNull(),
  );
});

/** Mostly zeros, where the spellings differ. */
function sparse(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[i] ?? 0) < 150 ? 0 : (bytes[i + 8] ?? 0)).toString(16));
  return groups.join(':');
}

describe('a network', () => {
  test('holds what a BlockList of Node holds', () => {
    const v4 = fc.tuple(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }));
    const v6 = fc.tuple(fc.ipV6(), fc.ipV6(), fc.integer({ min: 0, max: 128 }));
    fc.assert(
      fc.property(fc.oneof(v4, v6), ([one, other, bits]) => {
        const [a, b] = [must(parseAddress(one), 'an address'), must(parseAddress(other), 'an address')];
        fc.pre(a.family === b.family && bits <= (a.family === 4 ? 32 : 128));
        const width = BigInt((a.family === 4 ? 32 : 128) - bits);
        const network = { family: a.family, bits, value: (a.value >> width) << width };
        const list = new BlockList();
        list.addSubnet(a.text, bits, `ipv${a.family}`);
        expect(isWithin(b, network)).toBe(list.check(b.text, `ipv${b.family}`));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(['10.0.0.0/33', '10.0.0.1/8', 'fd00::/129', '10.0.0.0/', '10.0.0.0/8/8', 'a/8', '10/8', '1.2.3.4/-1'])(
    '%s is none',
    (text) => expect(parseNetwork(text)).toBeNull(),
  );
});

test('one subscriber is an IPv4 address, or a /64 of IPv6', () => {
  expect(subscriberNetwork('2001:db8:1:2:3:4:5:6')).toBe(subscriberNetwork('2001:db8:1:2::9'));
  expect(subscriberNetwork('2001:db8:1:2::')).toBe('2001:db8:1:2::/64');
  expect(subscriberNetwork('2001:db8:1:3::')).not.toBe(subscriberNetwork('2001:db8:1:2::'));
  expect(subscriberNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(subscriberNetwork('unknown')).toBe('unknown');
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['fd12::1', true],
  ['192.0.2.1', false],
  ['2001:db8::1', false],
])('%s is inside: %s', (text, expected) => expect(isInside(must(parseAddress(text), 'an address'))).toBe(expected));
