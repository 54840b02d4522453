/** The first refusal in an answer of the server upstream. */
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';

export function refusalOf(status: number, body: unknown): Refusal {
  const errors = isObject(body) && Array.isArray(body['errors']) ? (body['errors'] as unknown[]) : [];
  const first = errors.find(isObject);
  const code = typeof first?.['code'] === 'string' ? first['code'] : `http_${status}`;
  return { code, message: typeof first?.['message'] === 'string' ? first['message'] : `It answered ${status}.` };
}
