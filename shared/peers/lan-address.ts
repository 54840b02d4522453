/**
 * Accepts the addresses from strangers and from the server that a kiosk may dial: only those of a LAN, so that neither makes
 * a kiosk call into the internet. Addresses that a person types are not held to it.
 */

const octet = /^(?:0|[1-9]\d{0,2})$/;
const lowestPort = 1_024;

const isLan = ([a, b]: readonly [number, number]): boolean =>
  a === 10 ||
  a === 127 ||
  (a === 172 && b >= 16 && b < 32) ||
  (a === 192 && b === 168) ||
  (a === 169 && b === 254) ||
  (a === 100 && b >= 64 && b < 128);

/** @returns `ip:port`; null where it is no IPv4 address of a LAN, or a port of the system */
export function lanAddress(ip: unknown, port: unknown): string | null {
  if (typeof ip !== 'string') return null;
  const parts = ip.split('.');
  if (parts.length !== 4 || !parts.every((part) => octet.test(part) && Number(part) < 256)) return null;
  if (!isLan([Number(parts[0]), Number(parts[1])])) return null;
  if (typeof port !== 'number' || !Number.isInteger(port) || port < lowestPort || port > 65_535) return null;
  return `${ip}:${port}`;
}

/** @returns those of the texts that are addresses of a LAN, each once */
export function lanAddresses(texts: readonly unknown[]): readonly string[] {
  const read = texts.flatMap((text) => {
    const [, ip, port] = /^([\d.]{7,15}):(\d{4,5})$/.exec(String(text)) ?? [];
    return lanAddress(ip, Number(port)) ?? [];
  });
  return [...new Set(read)];
}
