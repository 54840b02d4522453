/**
 * The calls that a member makes to its machine to reach others on the LAN: listen, dial, send and receive whole frames.
 * Types, bounds, and the reading of an address. A kiosk's page reaches its device host by it, a box its own machine.
 * The host carries frames and never reads one: sealing and opening them is the renderer's business, so the host holds
 * no key.
 */

/** The largest frame between two kiosks, and the largest message between renderer and host about one. */
export const maxPeerFrameBytes = 65_536;
/** The port a host listens on unless it is configured otherwise. */
export const defaultPeerPort = 4_011;
/** An IPv6 address in brackets and its port have 47 characters; a host name has at most 253. */
export const maxPeerAddressChars = 260;

/** Announcement of a kiosk by mDNS. Both values are digests, so that a stranger reads no id. */
export interface PeerOpening {
  /** The same for all kiosks of the event. 8 to 64 letters, digits, hyphens, underscores. */
  readonly event: string;
  /** This kiosk among them; spelled like `event`. */
  readonly member: string;
}

const peerName = /^[A-Za-z0-9_-]{8,64}$/;

/** Whether it is spelled like a name of `PeerOpening`. */
export function isPeerName(value: unknown): value is string {
  return typeof value === 'string' && peerName.test(value);
}

/** Port and addresses at which other kiosks reach this machine. */
export interface PeerPlace {
  readonly port: number;
  /** `ip:port` of networks of this machine, then its name (`name.local:port`) unless it listens on one address; at most 8. */
  readonly addresses: readonly string[];
}

/** Closed list: why a line ended. */
export const lineEnds = [
  'closed', // by the other side, or the connection broke
  'hung_up', // by this renderer
  'silent', // nothing was heard for two seconds, not even a heartbeat
  'slow', // a frame was begun and not finished, or frames were not taken
  'too_large', // a frame above the limit was announced
  'unproven', // the other side did not prove in time that it is a kiosk of this event
  'crowded', // as many lines are open as the host keeps; the line never opened
  'stopped', // the host stops, or another window of this kiosk took over
] as const;
export type LineEnd = (typeof lineEnds)[number];

export type PeerEvent =
  | { readonly kind: 'opened'; readonly line: number; readonly address: string; readonly dialled: boolean }
  | { readonly kind: 'frame'; readonly line: number; readonly bytes: Uint8Array }
  | { readonly kind: 'closed'; readonly line: number; readonly reason: LineEnd }
  /** An address found by mDNS: a claim of a stranger, true or not. */
  | { readonly kind: 'found'; readonly address: string; readonly member: string }
  /** The host itself is gone, and every line with it; open again once it is back. */
  | { readonly kind: 'lost' };

export type OpenAnswer = PeerPlace | 'switched_off';

/** Closed list. `dialled`: an `opened` event with this address came first. */
export const dialAnswers = ['dialled', 'unreachable', 'busy', 'not_open'] as const;
export type DialAnswer = (typeof dialAnswers)[number];

/** Rejects with an Error when the host is gone, is too old to know other kiosks, or cannot listen. */
export interface PeerApi {
  /**
   * Listens and announces. A second call ends all lines and begins again with the new names.
   *
   * @returns `switched_off`: the host was started not to connect to other kiosks
   */
  open(opening: PeerOpening): Promise<OpenAnswer>;
  close(): Promise<void>;
  /** @param address as `readPeerAddress` returns it */
  dial(address: string): Promise<DialAnswer>;
  /** @returns false: the line is not open any more. Resolves when the frame may leave, so a caller that waits is in step. */
  send(line: number, bytes: Uint8Array): Promise<boolean>;
  /** The other side proved who it is: the line no longer ends by itself after a few seconds. */
  keep(line: number): Promise<void>;
  hangUp(line: number): Promise<void>;
  /** @returns the function that ends the subscription */
  onEvent(listener: (event: PeerEvent) => void): () => void;
}

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const hostName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

function isIpv6(text: string): boolean {
  const groups = text.split(':');
  const shortened = text.split('::').length === 2;
  if (!groups.every((group) => /^[0-9a-f]{0,4}$/.test(group))) return false;
  return shortened ? groups.length <= 9 : groups.length === 8 && groups.every((group) => group !== '');
}

/** @returns `host:port` in one spelling, for an address as a person types it or a QR code holds it; null: it is none */
export function readPeerAddress(text: string): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === '' || typed.length > maxPeerAddressChars) return null;
  const parts = /^(\[[0-9a-f:.]+\]|[^:[\]/?#@\s]+)(?::(\d{1,5}))?$/.exec(typed);
  if (parts === null) return null;
  const [, host = '', portText] = parts;
  const port = portText === undefined ? defaultPeerPort : Number(portText);
  if (port < 1 || port > 65_535) return null;
  if (ipv4.test(host)) return host.split('.').every((part) => Number(part) <= 255) ? `${host}:${port}` : null;
  // A name of digits and points that is no address is a typing error, not a name.
  if (/^[\d.]+$/.test(host)) return null;
  if (host.startsWith('[')) return isIpv6(host.slice(1, -1)) ? `${host}:${port}` : null;
  return hostName.test(host) ? `${host}:${port}` : null;
}
