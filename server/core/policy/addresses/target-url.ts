/**
 * Parses the address of a webhook or another receiver, and refuses one that visibly leads into the network or to no web
 * server. Names are judged by their spelling here; where they lead is judged when they are resolved
 * (guarded-lookup.ts).
 */
import { isIP } from 'node:net';
import { isPublicAddress } from './address-rules.ts';

export type TargetProblem = 'not_a_url' | 'scheme' | 'credentials' | 'port' | 'private_address' | 'private_name';

export type Target = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: TargetProblem };

/**
 * Ports of services that would misunderstand a request as their own: the block list of the Fetch standard as far as it
 * names wide-spread services (https://fetch.spec.whatwg.org/#port-blocking), and databases.
 */
const refusedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526, 530, 531,
  532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389,
  3659, 4045, 4190, 5060, 5061, 5432, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9200, 10080,
  11211, 27017,
]);

/** Names that by agreement lead nowhere but inside. */
const insideNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/;

/** Public DNS services that resolve a name to the address written in it. */
const echoingNames =
  /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io|ip6\.name|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|traefik\.me|127-0-0-1\.org\.uk|1u\.ms|rbndr\.us|localho\.st)$/;

const writtenAddress = /(?<![0-9])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?![0-9])/g;

function isInsideName(name: string): boolean {
  if (!name.includes('.') || insideNames.test(name) || echoingNames.test(name)) return true;
  for (const [, ...parts] of name.matchAll(writtenAddress)) {
    const address = parts.map(Number).join('.');
    if (isIP(address) !== 0 && !isPublicAddress(address)) return true;
  }
  return false;
}

/** The host as an address or name, without brackets and the root's dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/**
 * @param allowPrivate for tests and closed networks: any host will do; schemes, credentials and ports are judged all the same
 * @returns the address without its fragment, or why it is refused
 */
export function readTarget(text: string, allowPrivate = false): Target {
  // The WHATWG parser knows every spelling of an IPv4 address (decimal, octal, hexadecimal, short) and writes it plainly.
  const url = URL.parse(text);
  if (!url) return { ok: false, problem: 'not_a_url' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'scheme' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'credentials' };
  if (url.port !== '' && refusedPorts.has(Number(url.port))) return { ok: false, problem: 'port' };
  if (url.port === '0') return { ok: false, problem: 'port' };
  const host = hostOf(url);
  if (host === '') return { ok: false, problem: 'not_a_url' };
  url.hash = '';
  if (allowPrivate) return { ok: true, url };
  if (isIP(host) !== 0) return isPublicAddress(host) ? { ok: true, url } : { ok: false, problem: 'private_address' };
  return isInsideName(host) ? { ok: false, problem: 'private_name' } : { ok: true, url };
}
