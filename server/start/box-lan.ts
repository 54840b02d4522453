/**
 * Reads the settings by which a box for the venue joins the kiosks' mesh: `VENUE_PEER_PORT`, `VENUE_MDNS`, `VENUE_PEERS`, and
 * `HOST`.
 */
import { isIP } from 'node:net';
import { defaultPeerPort, readPeerAddress } from '#shared/peers/peer-api.ts';
import { ConfigError } from '../core/config-error.ts';
import type { BoxLan } from '../surfaces/box/mesh/open-box-mesh.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const everywhere: ReadonlySet<string> = new Set(['', '0.0.0.0', '::']);
const portMax = 65_535;

function readPort(text: string | undefined): number {
  if (!text) return defaultPeerPort;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > portMax)
    throw new ConfigError(`VENUE_PEER_PORT must be a whole number from 0 to ${portMax}, not ${text}.`);
  return port;
}

/** @throws ConfigError */
export function readBoxLan(env: Environment): BoxLan {
  const host = env['HOST'] ?? '';
  const mdns = env['VENUE_MDNS'] || 'on';
  if (mdns !== 'on' && mdns !== 'off') throw new ConfigError(`VENUE_MDNS must be on or off, not ${mdns}.`);
  const words = (env['VENUE_PEERS'] ?? '').split(/[\s,]+/).filter((word) => word !== '');
  const typed = words.map((word) => {
    const address = readPeerAddress(word);
    if (address === null)
      throw new ConfigError(`VENUE_PEERS must be addresses such as 192.168.1.20:4011, not ${word}.`);
    return address;
  });
  // A name is a listening address of the server alone: the mesh then listens on every network.
  const address = everywhere.has(host) || isIP(host) === 0 ? null : host;
  return { port: readPort(env['VENUE_PEER_PORT']), address, mdns: mdns === 'on', typed };
}
