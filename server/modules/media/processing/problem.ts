/** A refusal of a processor, with a code of the closed list. The message says what to do next. */
import { type Refused, refuse } from '#shared/base/result.ts';
import type { MediaProblem } from '#shared/modules/media/refusals.ts';

export function problem(code: MediaProblem, message: string, detail?: Readonly<Record<string, unknown>>): Refused {
  return refuse({ code, message, ...(detail ? { detail } : {}) });
}

const saidCharsMax = 200;

/**
 * The part of a library's message about an uploaded file that can be published: its first line, without addresses in
 * memory, and nothing where it names a path of this server.
 */
export function libraryMessage(text: string): { readonly said?: string } {
  const line = (text.trim().split('\n')[0] ?? '').replace(/^\[[^\]]*\] */, '').slice(0, saidCharsMax);
  return line === '' || /[/\\]/.test(line) ? {} : { said: line };
}
