/** Answers to the questions of a check-in: the attempt that came to them is made again, with what was answered so far. */
import { type Answers, answerMaxChars, answersMax, readAnswers } from '#shared/admission/questions.ts';
import { recordAttempt } from './attempt.ts';
import type { StaffActs } from './staff-acts.ts';
import type { StationTools } from './station-tools.ts';

export async function answer(scanId: string, answers: Answers, tools: StationTools): ReturnType<StaffActs['answer']> {
  const startedMs = tools.monotonicMs();
  const attempt = tools.recent.get(scanId);
  if (attempt === null) return { kind: 'refused', reason: 'unknown_scan' };
  const given = readAnswers(answers);
  if (!isReadable(answers) || attempt.verdict.code !== 'questions_required')
    return { kind: 'refused', reason: 'bad_answers' };
  return recordAttempt({ ...attempt, answers: { ...attempt.answers, ...given } }, startedMs, tools);
}

/** Tests whether answers can be recorded at all; the verdict decides which of them can be given. */
function isReadable(answers: Answers): boolean {
  const given = Object.values(answers);
  return given.length <= answersMax && given.every((a) => typeof a === 'boolean' || a.length <= answerMaxChars);
}
