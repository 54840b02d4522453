/** A refusal of a processor, with a code of the closed list. The message says what to do next. */
import { type Refused, refuse } from '#shared/base/result.ts';
import type { MediaProblem } from '#shared/modules/media/refusals.ts';

export function problem(code: MediaProblem, message: string, detail?: Readonly<Record<string, unknown>>): Refused {
  return refuse({ code, message, ...(detail ? { detail } : {}) });
}

const saidCharsMax = 200;

/**
 * What a library said of a stranger's file, as far as it can be passed on: its first line, without addresses in memory,
 * and nothing at all where it names a path of ours.
 */
export function libraryMessage(text: string): { readonly said?: string } {
  const line = (text.trim().split('\n')[0] ?? '').replace(/^\[[^\]]*\] */, '').slice(0, saidCharsMax);
  return line === '' || /[/\\]/.test(line) ? {} : { said: line };
}
