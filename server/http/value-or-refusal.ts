import type { Result } from '#shared/base/result.ts';
import { RefusalError } from './refusal-error.ts';

/** Returns the value of a result, or throws its refusal to the request handler. */
export function valueOrRefusal<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RefusalError(result.errors);
}
