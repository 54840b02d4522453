/** The server's word for the time: believed only with its signature for this very kiosk (SY12). */
import { fromBase64url } from '#shared/base/bytes.ts';
import { isObject } from '#shared/base/json.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';

/** @returns Unix milliseconds, or null where the answer carries no time that the server's key signed */
export async function verifiedServerTime(
  body: unknown,
  kioskId: string,
  serverKey: string,
  verifier: SignatureVerifier,
): Promise<number | null> {
  const time = isObject(body) ? body['time'] : null;
  if (!isObject(time)) return null;
  const { now, sig } = time;
  const key = fromBase64url(serverKey);
  const signature = typeof sig === 'string' ? fromBase64url(sig) : null;
  if (!Number.isSafeInteger(now) || key?.length !== 32 || signature?.length !== 64) return null;
  const message = new TextEncoder().encode(`gatehouse-time-v1\n${kioskId}\n${String(now)}`);
  return (await verifier.verify(key, message, signature)) ? (now as number) : null;
}
