/** Entity tags: a record's is its version, a list's the hash of what would be sent. */
import { hash } from 'node:crypto';
import type { Request } from 'express';

export function etagOfVersion(version: number): string {
  return `"${version}"`;
}

export function etagOfText(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

/** `If-None-Match`, RFC 9110 section 13.1.2: a list of tags, compared weakly, or `*`. */
export function isKnown(request: Request, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
