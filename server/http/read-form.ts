/** Forms of our own pages and of OAuth clients: `application/x-www-form-urlencoded`, each name once. */
import type { Request } from 'express';
import { readAll } from './read-body.ts';
import { refusal } from './refusal-error.ts';

const formBytesMax = 64 * 1024;
const formFieldsMax = 50;
const formType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/**
 * Throws the refusal: 415 for another type, 413 for a large one, 400 where a name stands twice or there are too many fields.
 *
 * @param bytesMax for the few forms that hold a document; absent: 64 KiB
 * @param fieldsMax for forms that ask for many people; absent: 50
 */
export async function readForm(
  request: Request,
  bytesMax = formBytesMax,
  fieldsMax = formFieldsMax,
): Promise<ReadonlyMap<string, string>> {
  if (!formType.test(request.headers['content-type'] ?? ''))
    throw refusal('unsupported_media_type', 'Send a form: Content-Type: application/x-www-form-urlencoded.');
  const raw = await readAll(request, bytesMax);
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(raw.toString('utf8'))) {
    if (fields.has(name) || fields.size >= fieldsMax)
      throw refusal('invalid_body', `${name.slice(0, 100)} was sent more than once, or the form has too many fields.`);
    fields.set(name, value);
  }
  return fields;
}
