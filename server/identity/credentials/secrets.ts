/**
 * The server's one secret and what is derived from it: sealing of private keys at rest, signatures on kiosk tokens and
 * cursors, and the server's own Ed25519 identity. The file is made at first start and readable by the owner only; servers
 * on one database share theirs through it (shared-secret.ts).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { boundMark, boundText, isBoundSeal, type SealPlace } from '#shared/base/seals.ts';
import { isSame } from '../../core/is-same.ts';
import { flushFolderSync, makeFolderSync } from '../../store/durable-files/durable-file.ts';

export interface Secrets {
  /**
   * AES-256-GCM; the purpose is bound into it, and the place where it is stored.
   *
   * @param place absent: for what is not stored, a cursor or a ticket in an address
   */
  seal(purpose: string, plain: Uint8Array, place?: SealPlace): string;
  /**
   * @returns null when it was not sealed by us for this purpose, or was moved to this place from another. What was sealed
   *   before places were bound opens at any; it is bound when it is written again (seals.ts)
   */
  open(purpose: string, sealed: string, place?: SealPlace): Uint8Array | null;
  /** A text that proves we made it: `payload.signature`. */
  stamp(purpose: string, payload: string): string;
  /** @returns the payload; null where the text was not stamped by us for this purpose */
  unstamp(purpose: string, text: string): string | null;
  /** Ed25519: `publicKey` (raw) and signatures in base64url. */
  readonly identity: { readonly publicKey: string; sign(message: string): string };
  /** X25519: what is sealed to `publicKey` (raw, base64url) only this server opens. */
  readonly sealKey: { readonly publicKey: string; agree(otherPublicKey: Uint8Array): Uint8Array | null };
}

/** SHA-256 in hex: how credentials are stored. They are long and random, so no slow hash is needed. */
export function credentialHash(credential: string): string {
  return hash('sha256', credential, 'hex');
}

const pkcs8Ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const pkcs8X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const spkiX25519 = Buffer.from('302a300506032b656e032100', 'hex');

function readOrMake(dataDir: string): Buffer {
  makeFolderSync(dataDir);
  const path = join(dataDir, 'server-secret');
  const made = `${path}.${process.pid}`;
  try {
    return readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw new Error(`cannot read ${path}`, { cause });
  }
  // Two processes may start at once: link() lets exactly one of them win, both then read the winner's.
  writeFileSync(made, randomBytes(rootBytes), { mode: 0o600, flush: true });
  try {
    linkSync(made, path);
    flushFolderSync(dataDir);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    unlinkSync(made);
  }
  return readFileSync(path);
}

export const rootBytes = 32;

/** The secret of a data folder that a server has run on; null: none has. */
export function readRoot(dataDir: string): Buffer | null {
  return existsSync(join(dataDir, 'server-secret')) ? readOrMake(dataDir) : null;
}

/** Returns the secrets of the server that has this data folder to itself. */
export function openSecrets(dataDir: string): Secrets {
  return secretsOf(readOrMake(dataDir));
}

/** @param root 32 random bytes: everything else is derived from them */
export function secretsOf(root: Buffer): Secrets {
  if (root.length !== rootBytes) throw new Error(`The server's secret is damaged: it must be ${rootBytes} bytes.`);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', root, 'gatehouse', purpose, 32));
  const derived = new Map<string, Buffer>();
  const keyFor = (purpose: string) => {
    const known = derived.get(purpose);
    if (known) return known;
    const made = derive(purpose);
    derived.set(purpose, made);
    return made;
  };
  const identityKey = createPrivateKey({
    key: Buffer.concat([pkcs8Ed25519, derive('identity')]),
    format: 'der',
    type: 'pkcs8',
  });
  const sealPrivate = createPrivateKey({
    key: Buffer.concat([pkcs8X25519, derive('seal-key')]),
    format: 'der',
    type: 'pkcs8',
  });
  const mac = (purpose: string, payload: string) =>
    createHmac('sha256', keyFor(`stamp:${purpose}`))
      .update(payload)
      .digest();

  return {
    seal(purpose, plain, place) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(`seal:${purpose}`), nonce);
      if (place) cipher.setAAD(Buffer.from(boundText(place)));
      const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      return (place ? boundMark : '') + toBase64url(sealed);
    },
    open(purpose, sealed, place) {
      const isBound = isBoundSeal(sealed);
      const bytes = fromBase64url(isBound ? sealed.slice(boundMark.length) : sealed);
      if (!bytes || bytes.length < 28 || (isBound && !place)) return null;
      const decipher = createDecipheriv('aes-256-gcm', keyFor(`seal:${purpose}`), bytes.subarray(0, 12));
      if (isBound && place) decipher.setAAD(Buffer.from(boundText(place)));
      decipher.setAuthTag(bytes.subarray(-16));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
      } catch {
        return null;
      }
    },
    stamp: (purpose, payload) => `${toBase64url(Buffer.from(payload))}.${toBase64url(mac(purpose, payload))}`,
    unstamp(purpose, text) {
      const [payload, signature, ...rest] = text.split('.').map(fromBase64url);
      if (!payload || !signature || rest.length > 0) return null;
      const plain = Buffer.from(payload).toString();
      return isSame(signature, mac(purpose, plain)) ? plain : null;
    },
    identity: {
      publicKey: rawPublicKey(identityKey),
      sign: (message) => toBase64url(sign(null, Buffer.from(message), identityKey)),
    },
    sealKey: { publicKey: rawPublicKey(sealPrivate), agree: (other) => agreeWith(sealPrivate, other) },
  };
}

function rawPublicKey(privateKey: KeyObject): string {
  return toBase64url(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32));
}

/** @returns null for a key that is none, or one of the few that give zero with every other key */
function agreeWith(privateKey: KeyObject, other: Uint8Array): Uint8Array | null {
  if (other.length !== 32) return null;
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([spkiX25519, other]), format: 'der', type: 'spki' });
    return diffieHellman({ privateKey, publicKey });
  } catch {
    return null;
  }
}
