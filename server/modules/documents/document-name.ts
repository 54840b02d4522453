/** `{collection}/{id}/{field}`: the name of a document on the wire. */
import { isId } from '#shared/base/id.ts';

export interface DocumentName {
  readonly collection: string;
  readonly record: string;
  readonly field: string;
}

const namePattern = /^([a-z][a-z0-9_]{0,62})\/([0-9a-f-]{36})\/([a-z][A-Za-z0-9]{0,62})$/;

/** @returns null where the text is no such name */
export function parseDocumentName(text: string): DocumentName | null {
  const match = namePattern.exec(text);
  const [, collection, record, field] = match ?? [];
  if (collection === undefined || field === undefined || !isId(record)) return null;
  return { collection, record, field };
}

export function documentKey({ collection, record, field }: DocumentName): string {
  return `${collection}/${record}/${field}`;
}
