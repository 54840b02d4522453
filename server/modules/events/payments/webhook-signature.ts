/**
 * The payment processor's signature: header `t=<Unix seconds>,v1=<hex>[,v1=…]`, each v1 an HMAC-SHA256 of
 * `{t}.{raw body}`. Several secrets are good while one is being replaced. `v0` and other schemes count for nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { secondMs } from '#shared/base/time.ts';

/** Applies to the past and to the future; the processor's own library accepts any time in the future. */
export const toleranceSeconds = 300;

/** Carries the signature; in lower case, as Node names headers. */
export const signatureHeader = 'stripe-signature';

/** Maximum number of parts that are read of one header, signatures among them. */
const partsMax = 32;

export type SignatureCheck = 'valid' | 'signature_invalid' | 'timestamp_out_of_tolerance';

function digest(secret: string, timestamp: string, rawBody: string): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.${rawBody}`, 'utf8').digest();
}

export function signWebhook(secret: string, rawBody: string, nowMs: number): string {
  const timestamp = String(Math.floor(nowMs / secondMs));
  return `t=${timestamp},v1=${digest(secret, timestamp, rawBody).toString('hex')}`;
}

/** @param rawBody as received; valid UTF-8, or it cannot have been signed as it stands */
export function checkWebhookSignature(
  rawBody: string,
  header: string,
  secrets: readonly string[],
  nowMs: number,
): SignatureCheck {
  const parts = header.split(',', partsMax).map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t='));
  const [timestamp = ''] = times.map((part) => part.slice(2));
  if (times.length !== 1 || !/^\d{1,12}$/.test(timestamp)) return 'signature_invalid';
  const given = parts
    .filter((part) => /^v1=[0-9a-f]{64}$/i.test(part))
    .map((part) => Buffer.from(part.slice(3), 'hex'));
  const expected = secrets.map((secret) => digest(secret, timestamp, rawBody));
  // Every pair is compared, so that the time taken says nothing about which one fits.
  let fits = false;
  for (const one of given) for (const other of expected) fits = timingSafeEqual(one, other) || fits;
  if (!fits) return 'signature_invalid';
  const apartMs = Math.abs(nowMs - Number(timestamp) * secondMs);
  return apartMs <= toleranceSeconds * secondMs ? 'valid' : 'timestamp_out_of_tolerance';
}
