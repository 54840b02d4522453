import type { Result } from '#shared/base/result.ts';
import { RefusalError } from './refusal-error.ts';

/** What a result holds, or its refusal thrown to the request handler. */
export function valueOrRefusal<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RefusalError(result.errors);
}
