/** Reads the address of a target, and refuses one that leads into the network, as for webhooks. */
import { hostOf, readTarget } from '../../../core/policy/addresses/target-url.ts';

export interface TargetAddressParts {
  readonly isSecure: boolean;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** RTMP name of the application: the path, without its first slash. */
  readonly app: string;
}

const form = /^(rtmps?):\/\/([^/]*)\/([^#\s]*)$/i;
const usualPorts = { rtmp: 1935, rtmps: 443 } as const;

/** @returns null where no stream may be sent to it */
export function readTargetAddress(text: string, allowPrivate: boolean): TargetAddressParts | null {
  const [, scheme = '', authority = '', app = ''] = form.exec(text) ?? [];
  // The parser of addresses knows every spelling of a host for the schemes of the web alone.
  const read = readTarget(`https://${authority}/`, allowPrivate);
  if (!read.ok || app === '') return null;
  const isSecure = scheme.toLowerCase() === 'rtmps';
  const [, port] = /:(\d{1,5})$/.exec(authority) ?? [];
  return {
    isSecure,
    host: hostOf(read.url),
    port: port === undefined ? usualPorts[isSecure ? 'rtmps' : 'rtmp'] : Number(port),
    app: app.replace(/\/$/, ''),
  };
}
