/** The last screen of a visit, good or not: what to do now, and the lane goes on by itself. */
import { type ReactElement, useLayoutEffect, useRef } from 'react';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { Countdown } from './countdown.tsx';
import type { Visit, VisitEvent } from './visit.ts';
import { goodEndSeconds, otherEndSeconds } from './visit-endings.ts';
import { catalogues } from './words/catalogues.ts';

export interface EndStepProps {
  readonly visit: Extract<Visit, { at: 'done' | 'staff' }>;
  /** Unix milliseconds. */
  readonly nowMs: number;
  readonly send: (event: VisitEvent) => void;
}

export function EndStep({ visit, nowMs, send }: EndStepProps): ReactElement {
  const words = useWordsOf(catalogues);
  const formats = useFormats();
  const next = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => next.current?.focus(), []);
  const good = visit.at === 'done' && visit.staffCode === null;
  const seconds = good ? goodEndSeconds : otherEndSeconds;
  return (
    <div className="end-step">
      {visit.at === 'staff' && visit.gates.length > 0 && (
        <p className="guest-fact">{words.gates(formats.anyOf(visit.gates))}</p>
      )}
      {visit.at === 'staff' && visit.opensAt !== null && (
        <p className="guest-fact">{words.opens(formats.time(visit.opensAt, nowMs))}</p>
      )}
      {visit.staffCode !== null && (
        <p className="staff-code">
          <span>{words.staffCode}</span> <strong dir="ltr">{visit.staffCode}</strong>
        </p>
      )}
      <button ref={next} type="button" className="button" onClick={() => send({ kind: 'reset' })}>
        {words.next}
      </button>
      <Countdown
        seconds={seconds}
        say={(left) => words.resets(formats.number(left))}
        onEnd={() => send({ kind: 'reset' })}
      />
    </div>
  );
}
