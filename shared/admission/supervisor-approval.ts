/**
 * A supervisor's approval of one override: an Ed25519 signature over that scan alone. The private key lies at gate kiosks
 * sealed under a key derived from the PIN, the public one at the server: a device without the PIN approves nothing, and an
 * approval is valid for one scan only. This file has layouts and texts; the cryptography is passed in (RULES.md).
 */
import { fromBase64url, toBase64url } from '../base/bytes.ts';
import { canonicalJson } from '../base/json.ts';
import { type DerivePin, isPin, pinBytes, pinSaltBytes } from './supervisor-pin.ts';

export const approvalNonceBytes = 12;
const tagBytes = 16;
const pinIterationsMin = 100_000;

/** The keys in a supervisor's record, as gate kiosks receive them; null: the PIN was set before approvals existed. */
export interface StoredApprovalKey {
  /** Ed25519, raw, base64url. */
  readonly approvalKey: string | null;
  /** base64url of salt, nonce, AES-256-GCM of the private key (PKCS #8) with its tag. */
  readonly sealedApprovalKey: string | null;
  readonly pinIterations: number;
}

/** The fields of a scan that an approval signs. */
export interface ApprovedScan {
  readonly id: string;
  readonly event: string;
  readonly kiosk: string | null;
  readonly gate: string | null;
  readonly list: string;
  readonly ticketNumber: string | null;
  readonly registration: string | null;
  readonly direction: string;
  readonly overrode: string | null;
  readonly overrideBy: string | null;
  readonly overrideReason: string | null;
  readonly scannedAt: string;
}

/** The text with all but printable ASCII and newlines escaped as `\uXXXX`, so that the bytes are the same on every platform. */
function ascii(text: string): Uint8Array<ArrayBuffer> {
  const escaped = text.replaceAll(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Uint8Array.from(escaped, (unit) => unit.charCodeAt(0));
}

/** The text that is signed. It contains every field, so that none can be exchanged. */
export function approvalText(scan: ApprovedScan): Uint8Array<ArrayBuffer> {
  const { id, event, kiosk, gate, list, ticketNumber, registration, direction } = scan;
  const { overrode, overrideBy, overrideReason, scannedAt } = scan;
  const said = { id, event, kiosk, gate, list, ticketNumber, registration, direction };
  return ascii(`gatehouse-approval-v1\n${canonicalJson({ ...said, overrode, overrideBy, overrideReason, scannedAt })}`);
}

/** Returns the context that the seal of a private key is bound to. */
export function approvalSealContext(approvalKey: string): Uint8Array<ArrayBuffer> {
  return ascii(`gatehouse-approval-key-v1\n${approvalKey}`);
}

export function sealedText(salt: Uint8Array, nonce: Uint8Array, box: Uint8Array): string {
  const bytes = new Uint8Array(salt.length + nonce.length + box.length);
  bytes.set(salt);
  bytes.set(nonce, salt.length);
  bytes.set(box, salt.length + nonce.length);
  return toBase64url(bytes);
}

interface SealedParts {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly box: Uint8Array<ArrayBuffer>;
}

function sealedParts(text: string): SealedParts | null {
  const read = fromBase64url(text);
  const boxAt = pinSaltBytes + approvalNonceBytes;
  if (read === null || read.length <= boxAt + tagBytes) return null;
  const bytes = new Uint8Array(read);
  return { salt: bytes.slice(0, pinSaltBytes), nonce: bytes.slice(pinSaltBytes, boxAt), box: bytes.slice(boxAt) };
}

/** Operations of a kiosk on a sealed key. */
export interface ApprovalCrypto {
  readonly derive: DerivePin;
  /** AES-256-GCM. @returns null where the key or the context is another */
  readonly open: (
    key: Uint8Array<ArrayBuffer>,
    nonce: Uint8Array<ArrayBuffer>,
    box: Uint8Array<ArrayBuffer>,
    context: Uint8Array<ArrayBuffer>,
  ) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Ed25519. @param privateKey PKCS #8 */
  readonly sign: (
    privateKey: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
  ) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Signs the override of one scan. @returns base64url */
export type Approve = (scan: ApprovedScan) => Promise<string>;

/**
 * Opens the key with the PIN: one slow derivation, like a check of the PIN.
 *
 * @returns null where it is not the PIN, or the record holds no key that can be read, or fewer iterations than
 *   `pinIterationsMin`
 */
export async function unlockApproval(
  pin: string,
  stored: StoredApprovalKey,
  crypto: ApprovalCrypto,
): Promise<Approve | null> {
  const { approvalKey, sealedApprovalKey, pinIterations } = stored;
  const parts = approvalKey && sealedApprovalKey ? sealedParts(sealedApprovalKey) : null;
  if (!approvalKey || parts === null || !isPin(pin)) return null;
  if (!Number.isSafeInteger(pinIterations) || pinIterations < pinIterationsMin) return null;
  const key = new Uint8Array(await crypto.derive(pinBytes(pin), parts.salt, pinIterations));
  const privateKey = await crypto.open(key, parts.nonce, parts.box, approvalSealContext(approvalKey));
  if (privateKey === null) return null;
  return async (scan) => toBase64url(await crypto.sign(privateKey, approvalText(scan)));
}
