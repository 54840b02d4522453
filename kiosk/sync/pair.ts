/** Turns this device into a kiosk: a pairing code and the device's public key against credentials. Called by kiosk/start. */

import type { KeyStore } from '#kiosk/store/key-store.ts';
import type { Settings } from '#kiosk/store/replica.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { refusalOf } from '#shared/sync/refusal.ts';
import type { PairRequest } from '#shared/sync/up.ts';
import { syncVersion } from '#shared/sync/version.ts';
import { parseCredentials, writeCredentials } from './credentials.ts';
import type { ServerClient } from './server-client.ts';

export interface PairOptions {
  readonly client: ServerClient;
  readonly keyStore: KeyStore;
  readonly settings: Settings;
  readonly pairingCode: string;
  readonly name?: string;
  readonly softwareVersion?: string;
}

/** @returns the credentials, kept already; else the server's refusal, `unreachable`, or `bad_answer` */
export async function pairKiosk(options: PairOptions): Promise<Result<Credentials>> {
  const { client, keyStore, settings } = options;
  const { publicKey } = await keyStore.deviceKey();
  const request: PairRequest = {
    // People read it from a screen and type it: spaces, dashes and case are not theirs to get right.
    pairingCode: options.pairingCode.replace(/[\s-]/g, '').toUpperCase(),
    publicKey: toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))),
    name: options.name ?? null,
    softwareVersion: options.softwareVersion ?? null,
    syncVersion,
  };
  const answer = await client.request({ method: 'POST', path: '/api/v1/kiosks/pair', body: request });
  if (answer.kind === 'unreachable') {
    return refuse({ code: 'unreachable', message: 'The server does not respond. Check the network, then pair again.' });
  }
  if (answer.status >= 300) return refuse(refusalOf(answer.status, answer.body));
  const credentials = parseCredentials(answer.body);
  if (credentials === null) {
    return refuse({ code: 'bad_answer', message: 'This kiosk cannot read the server’s response.' });
  }
  await writeCredentials(settings, credentials);
  return ok(credentials);
}
