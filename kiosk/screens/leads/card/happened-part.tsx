/**
 * The part of a lead's card about the visit at the booth: demo, business card, brochures, questions, and how long the
 * visitor stayed.
 */
import { type ReactElement, useId } from 'react';
import { parseTime } from '#shared/base/time.ts';
import { useFormats, useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import type { CardPartProps } from './card-part.ts';

export function HappenedPart(props: CardPartProps & { readonly onVisit: () => void }): ReactElement {
  const { shown, enter } = props;
  const { lead: words } = useWordsOf(catalogues);
  const { lead } = shown;
  return (
    <fieldset>
      <legend>{words.happened}</legend>
      <div className="lead-toggles">
        <Toggle on={lead.demoScheduled} label={words.demo} onChange={(on) => enter('demo', on)} />
        <Toggle on={lead.businessCardScanned} label={words.card} onChange={(on) => enter('card', on)} />
      </div>
      <div className="lead-steps">
        <Stepper label={words.questions} value={lead.questionsAsked} onStep={(by) => enter('questions', by)} />
        <Stepper label={words.literature} value={lead.literatureTaken} onStep={(by) => enter('literature', by)} />
      </div>
      <Visit {...props} />
    </fieldset>
  );
}

interface ToggleProps {
  readonly on: boolean;
  readonly label: string;
  readonly onChange: (on: boolean) => void;
}

function Toggle({ on, label, onChange }: ToggleProps): ReactElement {
  return (
    <button type="button" className="button" aria-pressed={on} onClick={() => onChange(!on)}>
      {label}
    </button>
  );
}

interface StepperProps {
  readonly label: string;
  readonly value: number;
  readonly onStep: (by: 1 | -1) => void;
}

function Stepper({ label, value, onStep }: StepperProps): ReactElement {
  const { lead } = useWordsOf(catalogues);
  const format = useFormats();
  const id = useId();
  return (
    <div className="lead-group">
      <span className="lead-label" id={id}>
        {label}
      </span>
      <div className="lead-stepper" role="group" aria-labelledby={id}>
        <button type="button" className="button" disabled={value === 0} onClick={() => onStep(-1)}>
          <span aria-hidden="true">−</span>
          <span className="only-read">{lead.less(label)}</span>
        </button>
        <output aria-labelledby={id}>{format.number(value)}</output>
        <button type="button" className="button" onClick={() => onStep(1)}>
          <span aria-hidden="true">+</span>
          <span className="only-read">{lead.more(label)}</span>
        </button>
      </div>
    </div>
  );
}

function Visit({ shown, nowMs, onVisit }: CardPartProps & { readonly onVisit: () => void }): ReactElement {
  const { lead: words } = useWordsOf(catalogues);
  const format = useFormats();
  const { lead, runningSince } = shown;
  const startMs = runningSince === null ? null : parseTime(runningSince);
  const stayed = format.duration(startMs === null ? lead.dwellSeconds * 1_000 : nowMs - startMs);
  return (
    <div className="lead-group">
      <span className="lead-label">{words.dwell}</span>
      <div className="lead-line">
        <button type="button" className="button" aria-pressed={startMs !== null} onClick={onVisit}>
          {startMs === null ? words.start : words.stop}
        </button>
        <p className="hint" data-dwell={lead.dwellSeconds}>
          {startMs === null ? stayed : words.atBooth(stayed)}
        </p>
      </div>
    </div>
  );
}
