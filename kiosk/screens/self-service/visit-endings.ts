/**
 * Ends two steps of a visit without the guest: the wait for a yes, after a time, and the wait for the badge, by its
 * progress.
 */
import type { Printing } from '#kiosk/printing/printing.ts';
import { badgeProgress } from './badge-progress.ts';
import type { Visit, VisitEvent } from './visit.ts';

/** A badge comes out unasked after this: a guest who is content need not touch the screen. */
export const confirmSeconds = 5;
/** The lane goes on by itself after this; after trouble people read longer. */
export const goodEndSeconds = 6;
export const otherEndSeconds = 8;
const lookEveryMs = 500;

export interface VisitEndings {
  /** Called after every event with the visit as it is then; a step that stays keeps its time. */
  follow(visit: Visit): void;
}

type Waiting = Extract<Visit, { at: 'badge' | 'printing' }>;
type Move = (event: VisitEvent) => void;

export function createVisitEndings(printing: Printing, move: Move): VisitEndings {
  let step = '';
  let end = (): void => {};
  return {
    follow(visit) {
      const waiting = visit.at === 'badge' || visit.at === 'printing' ? visit : null;
      const next = waiting === null ? '' : `${waiting.at} ${waiting.registrationId}`;
      if (next === step) return;
      step = next;
      end();
      end = waiting === null ? () => {} : wait(waiting, printing, move);
    },
  };
}

function wait({ at, registrationId }: Waiting, printing: Printing, move: Move): () => void {
  return at === 'badge' ? waitForYes(registrationId, printing, move) : waitForBadge(registrationId, printing, move);
}

function waitForYes(registrationId: string, printing: Printing, move: Move): () => void {
  const timer = setTimeout(() => {
    printing.confirm(registrationId);
    move({ kind: 'confirmed' });
  }, confirmSeconds * 1_000);
  return () => clearTimeout(timer);
}

function waitForBadge(registrationId: string, printing: Printing, move: Move): () => void {
  const sinceMs = performance.now();
  const look = (): void => {
    const progress = badgeProgress(printing.state(), registrationId, performance.now() - sinceMs);
    if (progress !== 'waiting' && progress !== 'printing') move({ kind: 'printed', ending: progress });
  };
  let isOver = false;
  // The first look comes after the step itself is shown: the badge may be out already.
  queueMicrotask(() => {
    if (!isOver) look();
  });
  const timer = setInterval(look, lookEveryMs);
  const endSubscription = printing.subscribe(look);
  return () => {
    isOver = true;
    clearInterval(timer);
    endSubscription();
  };
}
