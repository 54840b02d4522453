/** IP addresses and networks as numbers, so that each has one spelling however it was written. */

export interface NetworkAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
  /** Canonical: `192.0.2.1`, `2001:db8::1`. */
  readonly text: string;
}

export interface Network {
  readonly family: 4 | 6;
  readonly value: bigint;
  /** 0 to 32, or to 128. */
  readonly bits: number;
}

/** Longest spelling: IPv6 with an IPv4 tail, and a zone. */
const textMax = 80;
const widthOf = (family: 4 | 6) => (family === 4 ? 32 : 128);

function ipv4(value: bigint): NetworkAddress {
  const text = [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
  return { family: 4, value, text };
}

/** RFC 5952: lower case, the longest run of zero groups left out. */
function ipv6Text(groups: readonly string[]): string {
  const text = groups.join(':');
  const runs = text.match(/(?:^|:)0(?::0)+(?=:|$)/g) ?? [];
  const longest = runs.reduce((found, run) => (bare(run) > bare(found) ? run : found), '');
  if (longest === '') return text;
  const at = text.indexOf(longest);
  return `${text.slice(0, at)}::${text.slice(at + longest.length).replace(/^:/, '')}`;
}

const bare = (run: string) => run.replaceAll(':', '').length;

/** @param text without a zone */
function ipv6(text: string): NetworkAddress | null {
  const tail = /^(.*:)([\d.]+)$/.exec(text);
  const dotted = tail?.[2]?.includes('.') ? parseDotted(tail[2]) : undefined;
  if (dotted === null) return null;
  const hex = (part: bigint) => part.toString(16);
  const whole = dotted ? `${tail?.[1]}${hex(dotted.value >> 16n)}:${hex(dotted.value & 0xffffn)}` : text;
  const halves = whole.split('::');
  const [front = [], back = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - front.length - back.length;
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return null;
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  // IPv4 as a socket that takes both shows it.
  if (value >> 32n === 0xffffn) return ipv4(value & 0xffffffffn);
  return { family: 6, value, text: ipv6Text(groups.map((group) => Number.parseInt(group, 16).toString(16))) };
}

function parseDotted(text: string): NetworkAddress | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1) ?? [];
  const isGood = (part: string) => Number(part) <= 255 && (part.length === 1 || !part.startsWith('0'));
  if (parts.length !== 4 || !parts.every(isGood)) return null;
  return ipv4(parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n));
}

/**
 * Reads an address without its zone; an IPv6 address that stands for an IPv4 one (`::ffff:192.0.2.1`) becomes that.
 *
 * @returns null for what is no address: a name, an octal or shortened IPv4, one with a port
 */
export function parseAddress(given: string): NetworkAddress | null {
  if (given.length > textMax) return null;
  return given.includes(':') ? ipv6(given.replace(/%[\w.-]{1,30}$/, '')) : parseDotted(given);
}

/** @returns null for what is neither an address nor `address/bits`, or has bits beyond its length */
export function parseNetwork(given: string): Network | null {
  const [written = '', length, ...rest] = given.split('/');
  const address = parseAddress(written);
  if (!address || rest.length > 0) return null;
  const width = widthOf(address.family);
  const bits = length === undefined ? width : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (!(bits >= 0 && bits <= width)) return null;
  const { family, value } = address;
  return prefix(value, family, bits) << BigInt(width - bits) === value ? { family, value, bits } : null;
}

const prefix = (value: bigint, family: 4 | 6, bits: number) => value >> BigInt(widthOf(family) - bits);

export function isWithin(address: NetworkAddress, { family, value, bits }: Network): boolean {
  return address.family === family && prefix(address.value, family, bits) === prefix(value, family, bits);
}

/** Returns the network of one subscriber: a single IPv4 address, or a /64 of IPv6. Other texts are returned as they are. */
export function subscriberNetwork(text: string): string {
  const address = parseAddress(text);
  if (address?.family !== 6) return address?.text ?? text;
  const groups = [112n, 96n, 80n, 64n].map((shift) => ((address.value >> shift) & 0xffffn).toString(16));
  return `${groups.join(':')}::/64`;
}

/** Loopback, private, link-local and shared address space: where a proxy of one's own stands. */
const inside = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
].flatMap((text) => parseNetwork(text) ?? []);

export const isInside = (address: NetworkAddress) => inside.some((network) => isWithin(address, network));
