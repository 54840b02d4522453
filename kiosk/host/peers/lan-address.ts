/** Which addresses an announcement may lead to: those of a LAN. A stranger cannot make a kiosk call into the internet. */
import { BlockList, isIP } from 'node:net';

const lan = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
] as const)
  lan.addSubnet(network, prefix, 'ipv4');

const lowestPort = 1_024;

/** @returns `ip:port`; null where it is no IPv4 address of a LAN, or a port of the system */
export function lanAddress(ip: unknown, port: unknown): string | null {
  if (typeof ip !== 'string' || isIP(ip) !== 4 || !lan.check(ip, 'ipv4')) return null;
  if (typeof port !== 'number' || !Number.isInteger(port) || port < lowestPort || port > 65_535) return null;
  return `${ip}:${port}`;
}
