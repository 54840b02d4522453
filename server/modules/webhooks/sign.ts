/** Signatures as Standard Webhooks 1.0 has them (https://www.standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`. */

import { createHmac } from 'node:crypto';
import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';

/** Length of a secret in bytes; the standard asks for 24 to 64. */
export const secretBytes = 32;
const secretPrefix = credentialPrefixes.webhookSecret;

export function writeSecret(bytes: Uint8Array): string {
  return secretPrefix + Buffer.from(bytes).toString('base64');
}

/**
 * @param secrets as bytes, the current one first; each gives a signature
 * @param timestampS Unix seconds
 * @returns the three headers
 */
export function signedHeaders(id: string, timestampS: number, body: string, secrets: readonly Uint8Array[]) {
  const content = `${id}.${timestampS}.${body}`;
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signatures.join(' '),
  };
}
