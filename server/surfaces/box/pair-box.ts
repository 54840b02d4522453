/** Turns a data folder into a box: a pairing code of the role `box` and a new device key against credentials. */
import { generateKeyPairSync } from 'node:crypto';
import { type Result, refuse } from '#shared/base/result.ts';
import { refusalOf } from '#shared/sync/refusal.ts';
import type { PairRequest } from '#shared/sync/up.ts';
import { syncVersion } from '#shared/sync/version.ts';
import { type Pairing, parseBoxCredentials } from './box-state.ts';
import { whyUnreached } from './unreached.ts';
import type { UpstreamClient } from './upstream-client.ts';

export interface PairBoxParts {
  readonly client: UpstreamClient;
  readonly upstream: string;
  readonly pairingCode: string;
  readonly softwareVersion: string;
}

export async function pairBox({
  client,
  pairingCode,
  softwareVersion,
  upstream,
}: PairBoxParts): Promise<Result<Pairing>> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const body: PairRequest = {
    // People read it from a screen and type it.
    pairingCode: pairingCode.replace(/[\s-]/g, '').toUpperCase(),
    publicKey: String(publicKey.export({ format: 'jwk' }).x),
    name: null,
    softwareVersion,
    syncVersion,
    device: 'box',
  };
  const answer = await client({ method: 'POST', path: '/api/v1/kiosks/pair', body });
  if (answer.kind === 'unreachable')
    return refuse({
      code: 'upstream_unreachable',
      message: `${upstream} is not reached. ${whyUnreached(answer.reason)} Then start again.`,
    });
  if (answer.status >= 300) return refuse(refusalOf(answer.status, answer.body));
  const credentials = parseBoxCredentials(answer.body);
  return credentials === null
    ? refuse({ code: 'box_not_ready', message: `${upstream} answers what this version cannot read. Update both.` })
    : { ok: true, value: { upstream, privateKey, credentials } };
}
