/** Reads the server's errors body (`{errors: [{code, message}]}`); an answer without one still gets a code. */
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';

export function refusalOf(status: number, body: unknown): Refusal {
  const first = isObject(body) && Array.isArray(body['errors']) ? body['errors'][0] : null;
  if (isObject(first) && typeof first['code'] === 'string') {
    return { code: first['code'], message: typeof first['message'] === 'string' ? first['message'] : first['code'] };
  }
  return { code: `http_${status}`, message: `The server responded with status ${status} and no reason.` };
}
