/** Refusals of a kiosk that was revoked or did not prove its key. */
import { type Refusal, type Result, refuse } from '#shared/base/result.ts';

export const kioskRevoked: Refusal = {
  code: 'kiosk_revoked',
  message: 'This kiosk was revoked. Ask the organizer for a new pairing code.',
};

export function unproven(message: string): Result<never> {
  return refuse({ code: 'signature_invalid', message });
}

export const staleNonce = unproven(
  'The challenge has expired, was already used, or is not for this kiosk. Request a new one.',
);
