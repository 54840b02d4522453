/** Opens the scan file of a kiosk (shared/sync/scan-file.ts): checks which kiosk made it, and decrypts its contents. */
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { fromBase64url } from '#shared/base/bytes.ts';
import { isObject, parseJson } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { validate } from '#shared/schema/validate.ts';
import {
  type ScanFile,
  type ScanFileContents,
  scanFile,
  scanFileClaim,
  scanFileFormat,
  scanFilePlace,
} from '#shared/sync/scan-file.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { Secrets } from '../credentials/secrets.ts';
import { isSignedBy } from './device-proof.ts';
import type { Kiosks } from './kiosks.ts';

const nonce = Buffer.alloc(12);
const tagBytes = 16;

export interface OpenedScanFile {
  readonly actor: Actor;
  readonly contents: ScanFileContents;
}

/**
 * Opens also the file of a revoked kiosk.
 *
 * @returns refused: `scan_file_invalid`, `kiosk_unknown`, `signature_invalid`, `seal_broken`
 */
export async function openScanFile(
  text: string,
  secrets: Pick<Secrets, 'sealKey'>,
  kiosks: Pick<Kiosks, 'actorOf'>,
): Promise<Result<OpenedScanFile>> {
  const file = parseFile(text);
  if (file === null) return refuse({ code: 'scan_file_invalid', message: 'This is not a file of unsent scans.' });
  const kiosk = await kiosks.actorOf(file.kiosk);
  if (!kiosk)
    return refuse({ code: 'kiosk_unknown', message: 'The file is from a kiosk that is not paired with this server.' });
  if (!isSignedBy(kiosk.publicKey, scanFileClaim(file), file.signature))
    return refuse({
      code: 'signature_invalid',
      message: 'The file was changed, or was not created by the kiosk it names.',
    });
  const contents = parseContents(unseal(file, secrets));
  if (contents === null)
    return refuse({ code: 'seal_broken', message: 'The file is sealed to another server, or is damaged.' });
  return ok({ actor: kiosk.actor, contents });
}

function parseFile(text: string): ScanFile | null {
  const parsed = validate(scanFile, parseJson(text), { mode: 'create', unknown: 'drop' });
  return parsed.ok ? parsed.value : null;
}

function unseal(file: ScanFile, { sealKey }: Pick<Secrets, 'sealKey'>): string | null {
  const sender = fromBase64url(file.sender);
  const sealed = fromBase64url(file.sealed);
  const secret = sender && sealKey.agree(sender);
  if (!sender || !sealed || !secret || sealed.length < tagBytes) return null;
  const salt = Buffer.concat([sender, fromBase64url(sealKey.publicKey)!]);
  const key = Buffer.from(hkdfSync('sha256', secret, salt, scanFileFormat, 32));
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAAD(Buffer.from(scanFilePlace(file.kiosk)));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function parseContents(text: string | null): ScanFileContents | null {
  const value = text === null ? null : parseJson(text);
  if (!isObject(value) || !Array.isArray(value['collections'])) return null;
  const collections = value['collections'].filter(
    (part): part is ScanFileContents['collections'][number] =>
      isObject(part) && typeof part['collection'] === 'string' && Array.isArray(part['documents']),
  );
  return collections.length === value['collections'].length ? { collections } : null;
}
