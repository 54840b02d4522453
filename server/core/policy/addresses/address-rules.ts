/**
 * Decides whether the server may contact a network address that a tenant or client named: only public ones. IPv4 excludes the
 * special purposes (IANA registry, RFC 6890); IPv6 allows what is assigned at all (2000::/3), less the special ranges within
 * it. Checks the address itself, never a name.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const specialIPv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Teredo, benchmarks, ORCHID, documentation, 6to4 (which carries an arbitrary IPv4 address). */
const specialIPv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [address, bits] of specialIPv4) special.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of specialIPv6) special.addSubnet(address, bits, 'ipv6');
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

export type Permits = (address: string) => boolean;

/** @param address as the resolver or the URL parser spells it, without brackets; anything else is not public */
export const isPublicAddress: Permits = (address) => {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  // A zone (`%eth0`) names a link of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return given.check(address, 'ipv6') && !special.check(address, 'ipv6');
};
