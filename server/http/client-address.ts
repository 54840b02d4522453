/**
 * Finds the client address of a request: the one place for limits, for the audit log and for sockets. It is the other end of
 * the connection, unless that is a proxy that TRUSTED_PROXIES names: then it is the right-most reported hop that is no such
 * proxy. The client sent what stands further left, which can be anything; so can the whole list where the peer is not
 * trusted.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import { isWithin, type Network, type NetworkAddress, parseAddress } from '#shared/base/network-address.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Set once, before any handler sees the request. */
    clientAddress?: string;
  }
}

/** Hops looked at, from the right. */
const hopsMax = 32;
/** Maximum length of a Forwarded header; a longer one names no hop. */
const forwardedCharsMax = 2_000;
const unknown = 'unknown';

export interface Client {
  /** Canonical; `unknown` where the connection is gone already. */
  readonly address: string;
  /** The peer speaks of other clients, and is not trusted. */
  readonly proxyNotSet: boolean;
}

/** `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`. */
function hopOf(text: string): NetworkAddress | null {
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  return parseAddress(inBrackets ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1'));
}

/** X-Forwarded-For: each proxy appends the address of its peer. */
function listedHops(header: string): readonly string[] {
  return header.split(',').map((hop) => hop.trim());
}

/** RFC 7239: `for=192.0.2.1;proto=https, for="[2001:db8::1]:80"`. An element that cannot be read is a hop without address. */
function forwardedHops(header: string): readonly string[] {
  if (header.length > forwardedCharsMax) return [''];
  const elements = header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  // An open quote hides what a proxy appended to it.
  if (elements.join(',') !== header) return [''];
  return elements.map(
    (element) => /(?:^|;)\s*for=(?:"([^"\\]*)"|([^;"\s]*))\s*(?:;|$)/i.exec(element)?.slice(1).join('') ?? '',
  );
}

/**
 * @param hops left to right
 * @returns the right-most hop that is not trusted, or the one to its right where it has no address; the left-most where all
 *   are trusted
 */
function rightMost(hops: readonly string[], peer: NetworkAddress, isTrusted: (hop: NetworkAddress) => boolean) {
  let last = peer;
  for (const text of hops.slice(-hopsMax).toReversed()) {
    const hop = hopOf(text);
    if (!hop) return last;
    last = hop;
    if (!isTrusted(hop)) return last;
  }
  return last;
}

/** @param peer the other end of the connection, as the socket spells it */
export function clientOf(peer: string | undefined, headers: IncomingHttpHeaders, trusted: readonly Network[]): Client {
  const address = peer === undefined ? null : parseAddress(peer);
  if (!address) return { address: peer ?? unknown, proxyNotSet: false };
  const isTrusted = (hop: NetworkAddress) => trusted.some((network) => isWithin(hop, network));
  const { forwarded, 'x-forwarded-for': listed } = headers;
  const given = [
    ...(listed === undefined ? [] : [listedHops(String(listed))]),
    ...(forwarded === undefined ? [] : [forwardedHops(forwarded)]),
  ];
  if (!isTrusted(address)) return { address: address.text, proxyNotSet: given.length > 0 };
  const found = new Set(given.map((hops) => rightMost(hops, address, isTrusted).text));
  // A proxy writes one of the two headers and may pass on what a client wrote into the other: where they differ, neither
  // counts.
  const [only = address.text, ...others] = found;
  return { address: others.length > 0 ? address.text : only, proxyNotSet: false };
}

/** The client's address, as it was found when the request came. */
export function addressOf(request: IncomingMessage): string {
  return request.clientAddress ?? request.socket.remoteAddress ?? unknown;
}

/**
 * Finds out each request's address before anything else sees it, of those that become sockets, too.
 *
 * @param onProxyNotSet takes the address of a peer that speaks of other clients without being trusted
 */
export function readClientAddresses(
  server: Server,
  trusted: readonly Network[],
  onProxyNotSet: (peer: string) => void,
): void {
  const read = (request: IncomingMessage) => {
    const { address, proxyNotSet } = clientOf(request.socket.remoteAddress, request.headers, trusted);
    request.clientAddress = address;
    if (proxyNotSet) onProxyNotSet(address);
  };
  server.prependListener('request', read);
  server.prependListener('upgrade', read);
}
