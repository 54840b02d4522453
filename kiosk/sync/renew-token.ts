/** A new bearer token for the old device key: challenge, signature, credentials. The private key never leaves the device. */

import type { KeyStore } from '#kiosk/store/key-store.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import type { Refusal } from '#shared/base/result.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Credentials, challenge } from '#shared/sync/down.ts';
import { refusalOf } from '#shared/sync/refusal.ts';
import { parseCredentials } from './credentials.ts';
import type { ServerAnswer, ServerClient } from './server-client.ts';

export type RenewResult =
  | { readonly kind: 'renewed'; readonly credentials: Credentials }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal }
  | { readonly kind: 'unreachable'; readonly reason: string };

export async function renewToken(client: ServerClient, keyStore: KeyStore, kioskId: string): Promise<RenewResult> {
  const asked = await client.request({ method: 'POST', path: '/api/v1/kiosks/challenge', body: { kioskId } });
  if (asked.kind === 'unreachable') return asked;
  const nonce = asked.status < 300 ? validate(challenge, asked.body, { mode: 'create', unknown: 'drop' }) : null;
  if (nonce === null || !nonce.ok) return failed(asked);

  const { privateKey } = await keyStore.deviceKey();
  const message = new TextEncoder().encode(`gatehouse-kiosk-v1\n${kioskId}\n${nonce.value.nonce}`);
  const signature = toBase64url(new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, message)));
  const body = { kioskId, nonce: nonce.value.nonce, signature };
  const answer = await client.request({ method: 'POST', path: '/api/v1/kiosks/token', body });
  if (answer.kind === 'unreachable') return answer;
  const credentials = answer.status < 300 ? parseCredentials(answer.body) : null;
  return credentials === null ? failed(answer) : { kind: 'renewed', credentials };
}

function failed(answer: Extract<ServerAnswer, { kind: 'answer' }>): RenewResult {
  return { kind: 'refused', status: answer.status, refusal: refusalOf(answer.status, answer.body) };
}
