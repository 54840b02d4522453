/** Makes a refusal an error for followers and jobs: refused work (too many plans waiting) was not done and must come again. */
import type { Result } from '#shared/base/result.ts';

export function throwIfRefused<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`a follower's commit was refused: ${result.errors.map((error) => error.code).join(', ')}`);
}
