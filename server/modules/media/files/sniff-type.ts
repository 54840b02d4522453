/**
 * Detects the type of a file by its content: by the signature of file-type, and for text by how it begins. The name decides
 * nothing but which of the harmless kinds of text it is.
 */
import { open } from 'node:fs/promises';
import type { FileKind } from '#shared/modules/media/files.ts';

const headBytes = 4_096;

/** Endings of text that no browser makes a document of. */
const textTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  json: 'application/json',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  srt: 'application/x-subrip',
};

const html = /<(?:!doctype\s+html|html|head|body|script|iframe|style|title|a|div|p|br|img|table|meta|link|svg:)[\s/>]/i;

function textType(head: string, name: string): string {
  const text = head.replace(/^\ufeff/, '').trimStart();
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'text/vtt';
  if (/<(?:\w+:)?svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (html.test(text)) return 'text/html';
  if (text.startsWith('<?xml')) return 'application/xml';
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return textTypes[ending] ?? 'text/plain';
}

/** UTF-8 (a character may be cut off at the end), or UTF-16 with its mark; no control characters but those of lines. */
function decoded(head: Uint8Array): string | null {
  const [first, second] = head;
  const name =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(name, { fatal: true }).decode(head, { stream: true });
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Text formats whose signature file-type reads off the first letters: what they hold is looked at here. */
const markup: ReadonlySet<string> = new Set(['application/xml', 'text/vtt', 'application/rtf', 'text/calendar']);

/** @returns a MIME type in lower case, without parameters; `application/octet-stream` where nothing is known */
export async function sniffType(path: string, name: string): Promise<string> {
  // Loaded with the first file: a server that is given none does without.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found && !markup.has(found.mime)) return found.mime.split(';')[0]!.trim();
  const text = decoded(await headOf(path));
  if (text !== null) return textType(text, name);
  return found?.mime ?? 'application/octet-stream';
}

const documentTypes =
  /^(?:text\/|application\/(?:pdf|json|xml|rtf|epub\+zip|msword|vnd\.(?:openxmlformats|oasis|ms-|apple)))/;

export function kindOf(type: string): FileKind {
  const [family] = type.split('/');
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  return documentTypes.test(type) ? 'document' : 'other';
}
