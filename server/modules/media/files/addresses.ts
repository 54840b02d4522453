/**
 * The addresses of files: `/files/{tenant and file}/{hash}/{name}`. The first part names tenant and file, so that no
 * credential is needed to find them; the hash names the content, so that caches may keep it for good; the name is for people.
 */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';
import type { FileVariant } from '#shared/modules/media/files.ts';

export const addressPath = '/files/:file/:hash/:name';

const hashChars = 32;
const nameCharsMax = 80;
const idBytes = 16;

/** Facts that determine an address and its content: of a record, or of values that are about to be written into one. */
export interface Addressed {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  readonly visibility: string;
  readonly status: string;
  readonly withheld: boolean;
  readonly variants: readonly FileVariant[] | null;
}

export interface Content {
  readonly sha256: string;
  readonly type: string;
  readonly size: number;
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns the part of a SHA-256 (hex) that stands in an address: its first 32 digits. */
export function hashOf(sha256: string): string {
  return sha256.slice(0, hashChars);
}

function nameIn(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(-nameCharsMax);
  return plain === '' ? 'file' : plain;
}

/** The part of an address that names tenant and record. */
export function whosePart(tenant: string, id: string): string {
  return toBase64url(Buffer.concat([bytesOf(tenant), bytesOf(id)]));
}

export function addressOf(tenant: string, id: string, sha256: string, name: string): string {
  return `/files/${whosePart(tenant, id)}/${hashOf(sha256)}/${nameIn(name)}`;
}

/** @returns null for what is no address of ours */
export function whoseAddress(part: string): { readonly tenant: string; readonly id: string } | null {
  const bytes = part.length > 64 ? null : fromBase64url(part);
  if (bytes?.length !== 2 * idBytes) return null;
  const [tenant, id] = [idOf(bytes.subarray(0, idBytes)), idOf(bytes.subarray(idBytes))];
  return isId(tenant) && isId(id) ? { tenant, id } : null;
}

/**
 * Returns the SHA-256 of the content at the file's own address: of the variant `main`, else of the original. Null: the file is
 * being processed, or it has no `main` and its original is withheld.
 */
export function mainHash({ sha256, status, variants, withheld }: Addressed): string | null {
  if (status === 'processing') return null;
  const main = variants?.find((variant) => variant.name === 'main');
  return main?.sha256 ?? (withheld ? null : sha256);
}

/** `photo.jpg` as `w640-webp` is `photo-w640.webp`: endings that fit, for the person who saves it. */
export function variantName(name: string, variant: FileVariant): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,10}$/, '');
  const [, kind = ''] = variant.type.split('/');
  const ending = /^[a-z0-9]{1,8}$/.exec(kind.replace(/^x-/, ''))?.[0] ?? 'bin';
  const label = variant.name === 'main' ? '' : `-${variant.name.replace(`-${ending}`, '')}`;
  return `${stem}${label}.${ending === 'jpeg' ? 'jpg' : ending}`;
}

/** The fields that follow from the others: written together with them. */
export function withUrls(tenant: string, file: Addressed): { url: string | null; variants: FileVariant[] | null } {
  const open = file.visibility === 'public';
  const hash = mainHash(file);
  const main = file.variants?.find((variant) => variant.name === 'main');
  const name = main ? variantName(file.name, main) : file.name;
  return {
    url: open && hash !== null ? addressOf(tenant, file.id, hash, name) : null,
    variants:
      file.variants?.map((variant) => ({
        ...variant,
        url: open ? addressOf(tenant, file.id, variant.sha256, variantName(file.name, variant)) : null,
      })) ?? null,
  };
}
