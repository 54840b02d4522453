/** The time when a proposal that was not answered ends. */
import { hourMs, isoTime } from '#shared/base/time.ts';

/** Longest time for an answer. */
const answerMs = 48 * hourMs;
/** A proposal ends this long before the meeting begins, so that neither person waits in vain. */
const noticeMs = hourMs;

/**
 * A proposal ends 48 hours after it is made, or an hour before the meeting begins if that is sooner; one made within that
 * hour ends when the meeting begins.
 *
 * @returns ISO 8601
 */
export function proposalEnd(startsAt: string, nowMs: number): string {
  const startMs = Date.parse(startsAt);
  const end = Math.min(nowMs + answerMs, startMs - noticeMs);
  return isoTime(end > nowMs ? end : startMs);
}
