/** The fields of the form beside a file, read once. */

import { parseJson } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { type ImportOptions, importOptions } from '#shared/modules/events/import-options.ts';
import { validate } from '#shared/schema/validate.ts';

/** @param form texts, as multipart has them */
export function readOptions(form: ReadonlyMap<string, string>): Result<ImportOptions> {
  const given: Record<string, unknown> = {};
  for (const [name, text] of form) {
    const type = importOptions.find((field) => field.name === name)?.type;
    if (text === '') continue;
    if (type === 'boolean') given[name] = text === 'true' ? true : text === 'false' ? false : text;
    else given[name] = type === 'json' ? (parseJson(text) ?? text) : text;
  }
  const read = validate(importOptions, given, { mode: 'create' });
  return read.ok ? ok(read.value) : read;
}
