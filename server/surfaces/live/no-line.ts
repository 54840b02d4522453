/** The refusals of a live connection, with the same words in all dialects. */
import type { Refusal } from '#shared/base/result.ts';

export const noCredential: Refusal = {
  code: 'unauthenticated',
  message: 'Send a credential: Authorization: Bearer <API key>.',
};
export const tooManyLines: Refusal = {
  code: 'overloaded',
  message: 'Too many connections are open. Close some, then try again.',
};
