/** A refusal of a processor, with a code of the closed list. The message says what to do next. */
import { type Refused, refuse } from '#shared/base/result.ts';
import type { MediaProblem } from '#shared/modules/media/refusals.ts';

export function problem(code: MediaProblem, message: string, detail?: Readonly<Record<string, unknown>>): Refused {
  return refuse({ code, message, ...(detail ? { detail } : {}) });
}
