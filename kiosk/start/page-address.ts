/** The kiosk page's address: what its parameters ask for, and where the server is that served it. Pure. */

import { readHostAddress } from '#kiosk/printing/host-address.ts';

export interface PageAddress {
  /** `?pair=CODE` */
  readonly pairingCode: string;
  /** `?camera=off` */
  readonly cameraOff: boolean;
  /**
   * `?station=NAME`: its own database, so that two kiosks can run in one browser; empty for the only one. Lower-case
   * letters, digits and hyphens, at most 40.
   */
  readonly station: string;
  /** `?host=ws://127.0.0.1:…`: the device host, token included, stored when a person has said yes; null: none, or refused. */
  readonly hostAddress: string | null;
  /** The server this page came from, or empty when it came from no server (Electron). */
  readonly serverUrl: string;
  /** The address without what must not stay in it: the code is spent, the host's token is a secret. */
  readonly tidy: string;
}

export function readPageAddress(href: string): PageAddress {
  const url = new URL(href);
  const { searchParams } = url;
  const host = searchParams.get('host');
  const address = {
    pairingCode: searchParams.get('pair') ?? '',
    cameraOff: searchParams.get('camera') === 'off',
    station: (searchParams.get('station') ?? '')
      .toLowerCase()
      .replace(/[^a-z0-9-]/g, '')
      .slice(0, 40),
    hostAddress: host === null ? null : readHostAddress(host),
    serverUrl: /^https?:$/.test(url.protocol)
      ? url.origin + url.pathname.replace(/\/kiosk(\/.*)?$/, '').replace(/\/$/, '')
      : '',
  };
  searchParams.delete('pair');
  searchParams.delete('host');
  return { ...address, tidy: url.href };
}

/**
 * The server's address as a person typed it, here or in the settings of the machine.
 *
 * @returns without a slash at the end, `https` where no scheme was typed; null where it is no http or https address
 */
export function readServerUrl(text: string): string | null {
  const typed = text.trim();
  const url = URL.parse(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  return url.origin + url.pathname.replace(/\/$/, '');
}
