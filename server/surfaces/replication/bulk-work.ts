import { type FewAtOnce, fewAtOnce } from '#shared/base/few-at-once.ts';

/**
 * Work in bulk, a few pieces at a time: fifty kiosks that connect again at once share what one would have, and requests of
 * people find the event loop and the writer free in between.
 *
 * @param atOnce pieces in progress
 * @param waitingMax pieces that may wait
 */
export function bulkWork(atOnce: number, waitingMax: number): FewAtOnce {
  return fewAtOnce({
    atOnce,
    waitingMax,
    message: 'Too many devices are sending at once. Try again in a few seconds.',
    // A piece begins after a turn of the event loop, so that requests that have come since are read first.
    begin: setImmediate,
  });
}
