/**
 * Finds other kiosks on the LAN by multicast DNS (RFC 6762, RFC 6763): announces this host and reads announcements. What
 * is read is a claim of a stranger. It is bounded, it names only addresses of a LAN, and it leads to nothing but a
 * connection on which the other side has to prove itself.
 */
import { randomBytes } from 'node:crypto';
import type { Answer } from 'dns-packet';
import multicastDns from 'multicast-dns';
import { isObject } from '#shared/base/json.ts';
import { lanAddress } from '#shared/peers/lan-address.ts';
import { isPeerName, type PeerOpening } from '#shared/peers/peer-api.ts';

export interface FoundPeer {
  readonly address: string;
  readonly member: string;
}

export interface Finder {
  stop(): Promise<void>;
}

export interface FinderParts {
  readonly opening: PeerOpening;
  readonly port: number;
  /** This machine's addresses, without a port. */
  readonly addresses: readonly string[];
  readonly onFound: (found: FoundPeer) => void;
  /** The interface's address to use alone; for tests and machines with several networks. */
  readonly only?: string;
  /** 5353 unless a test has its own. */
  readonly udpPort?: number;
}

const serviceType = '_gatehouse._tcp.local';
const ttlSeconds = 120;
const wireVersion = '1';
/** Asked often at first, because kiosks start together; then seldom. */
const askAfterMs = [0, 500, 2_000] as const;
const askEveryMs = 15_000;
/** Packets that are looked at in one second; more than a hall of kiosks sends. */
const packetsPerSecond = 200;
/** A packet with more records is not an announcement of a kiosk. */
const maxRecords = 40;

interface AnyRecord {
  readonly type: string;
  readonly name: string;
  readonly ttl?: number;
  readonly data: unknown;
}

function textsOf(data: unknown): ReadonlyMap<string, string> {
  const parts = (Array.isArray(data) ? data : [data]).slice(0, 8).filter((part) => part instanceof Uint8Array);
  const pairs = parts.map((part) => /^([a-z]{1,8})=(.{0,100})$/.exec(Buffer.from(part).toString('utf8')));
  return new Map(pairs.flatMap((pair) => (pair?.[1] && pair[2] ? [[pair[1], pair[2]] as const] : [])));
}

/** @param from the packet's sender @returns what a packet claims of the event; addresses are the sender's and the named */
export function readAnnouncement(records: readonly AnyRecord[], from: string, event: string): readonly FoundPeer[] {
  if (records.length > maxRecords) return [];
  const found: FoundPeer[] = [];
  for (const { type, name, data, ttl } of records) {
    if (type !== 'SRV' || ttl === 0 || !name.toLowerCase().endsWith(`.${serviceType}`)) continue;
    if (!isObject(data)) continue;
    const { port, target } = data;
    const texts = textsOf(records.find((record) => record.type === 'TXT' && record.name === name)?.data);
    const member = texts.get('m');
    if (texts.get('v') !== wireVersion || texts.get('e') !== event || !isPeerName(member)) continue;
    const named = records.filter((record) => record.type === 'A' && record.name === target).map(({ data: ip }) => ip);
    // The sender's own address is the one that certainly goes over this network.
    const addresses = new Set([from, ...named].map((ip) => lanAddress(ip, port)));
    for (const address of addresses) if (address !== null) found.push({ address, member });
  }
  return found.slice(0, maxRecords);
}

/** Never throws: a machine without multicast finds others by the addresses it was given. */
export function openFinder({ opening, port, addresses, onFound, only, udpPort }: FinderParts): Finder {
  const instance = `${randomBytes(9).toString('hex')}.${serviceType}`;
  const target = `${randomBytes(9).toString('hex')}.local`;
  const socket = multicastDns({
    ...(only === undefined ? {} : { interface: only, bind: '0.0.0.0' }),
    ...(udpPort === undefined ? {} : { port: udpPort }),
  });
  let taken = 0;
  let second = 0;

  const texts = [`v=${wireVersion}`, `e=${opening.event}`, `m=${opening.member}`];
  const records = (ttl: number): Answer[] => [
    { type: 'PTR', name: serviceType, ttl, data: instance } as const,
    { type: 'SRV', name: instance, ttl, data: { port, target } } as const,
    { type: 'TXT', name: instance, ttl, data: texts } as const,
    ...addresses.filter((ip) => !ip.includes(':')).map((ip) => ({ type: 'A', name: target, ttl, data: ip }) as const),
  ];
  const announce = (ttl = ttlSeconds): Promise<void> =>
    new Promise((resolve) => socket.respond({ answers: records(ttl) }, () => resolve()));
  const ask = (): void => {
    socket.query([{ name: serviceType, type: 'PTR' }], () => {});
    void announce();
  };

  function isTooMany(): boolean {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) [second, taken] = [now, 0];
    taken += 1;
    return taken > packetsPerSecond;
  }

  socket.on('warning', () => {});
  socket.on('error', (error: Error) => console.error('peers: multicast DNS is not available:', error.message));
  socket.on('query', ({ questions = [] }) => {
    if (isTooMany()) return;
    const asked = questions.slice(0, maxRecords).some(({ name }) => name.toLowerCase() === serviceType);
    if (asked) void announce();
  });
  socket.on('response', ({ answers = [], additionals = [] }, { address }) => {
    if (isTooMany()) return;
    const all = [...answers, ...additionals] as readonly AnyRecord[];
    if (all.some(({ name }) => name === instance)) return;
    for (const found of readAnnouncement(all, address, opening.event)) onFound(found);
  });

  const timers = askAfterMs.map((delayMs) => setTimeout(ask, delayMs).unref());
  const regular = setInterval(ask, askEveryMs).unref();
  return {
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      clearInterval(regular);
      await announce(0);
      await new Promise<void>((resolve) => socket.destroy(() => resolve()));
    },
  };
}
