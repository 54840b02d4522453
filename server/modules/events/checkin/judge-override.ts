/**
 * An override that a kiosk reports is a claim. It counts if the kiosk's role may override and the approval is signed,
 * for exactly this scan, by the key of a supervisor of the event who was one then. The scan is kept either way.
 */

import { deviceScans } from '#shared/admission/device-scans.ts';
import { type ApprovedScan, approvalText } from '#shared/admission/supervisor-approval.ts';
import type { approvalOutcomes } from '#shared/admission/verdict.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';
import { isObject, type Values } from '#shared/base/json.ts';
import { type SupervisorRecord, supervisors } from '#shared/modules/events/admission.ts';
import type { SyncSignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { KioskBinding } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';

type Outcome = (typeof approvalOutcomes)[number];

const keyBytes = 32;
const signatureBytes = 64;

function claimsOverride({ flags, overrideBy, overrideReason, overrode }: Values): boolean {
  const flagged = Array.isArray(flags) && flags.includes('override');
  return flagged || [overrideBy, overrideReason, overrode].some((one) => typeof one === 'string');
}

/** A new PIN ends the key of the old one; approvals made with the old key can still arrive. */
function keysAt({ approvalKey, formerApprovalKeys }: SupervisorRecord, scannedAt: string): readonly string[] {
  const former = Array.isArray(formerApprovalKeys) ? formerApprovalKeys : [];
  const then = former.flatMap((one: unknown) =>
    isObject(one) && typeof one['key'] === 'string' && scannedAt <= String(one['until']) ? [one['key']] : [],
  );
  return approvalKey === null ? then : [approvalKey, ...then];
}

function isSigned(keys: readonly string[], text: string, scan: ApprovedScan, verifier: SyncSignatureVerifier): boolean {
  const signature = fromBase64url(text);
  if (signature?.length !== signatureBytes) return false;
  return keys.some((key) => {
    const publicKey = fromBase64url(key);
    return publicKey?.length === keyBytes && verifier.verify(publicKey, approvalText(scan), signature);
  });
}

/**
 * @param id of the scan
 * @param values as pushed; what they say of the approval's outcome is not looked at
 * @returns null where the scan claims no override
 */
export async function judgeOverride(
  reader: Reader,
  { role }: Pick<KioskBinding, 'role'>,
  id: string,
  values: Values,
  verifier: SyncSignatureVerifier,
): Promise<Outcome | null> {
  if (!claimsOverride(values)) return null;
  const { approvalSignature, overrideBy, scannedAt, verdict } = values;
  if (!deviceScans[role].overrides || verdict !== 'admitted') return 'refused';
  if (typeof overrideBy !== 'string' || !isId(overrideBy) || typeof approvalSignature !== 'string') return 'refused';
  const supervisor = await reader.get(supervisors, overrideBy);
  if (supervisor === null || supervisor.event !== values['event']) return 'refused';
  const at = String(scannedAt);
  const isOne = supervisor.active || (supervisor.inactiveSince !== null && at <= supervisor.inactiveSince);
  const scan = { ...values, id } as unknown as ApprovedScan;
  return isOne && isSigned(keysAt(supervisor, at), approvalSignature, scan, verifier) ? 'proven' : 'refused';
}
