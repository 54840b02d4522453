/** Printers and badges: which printer, what it says, and the badges about which a person has to decide. */
import { type ReactElement, useState } from 'react';
import type { BadgeJobView, Printing, PrintingState } from '#kiosk/printing/printing.ts';
import { Choice } from './choices.tsx';
import { Panel, Section } from './panel.tsx';
import { ago, plural } from './words.ts';

export interface PrintingPanelProps {
  readonly state: PrintingState;
  readonly printing: Printing;
  readonly nowMs: number;
  readonly onClose: () => void;
}

export function PrintingPanel({ state, printing, nowMs, onClose }: PrintingPanelProps): ReactElement {
  const openIds = new Set([...state.asking, ...state.failed].map(({ id }) => id));
  const recent = state.recent.filter(({ id }) => !openIds.has(id));
  return (
    <Panel title="Badges and printers" onClose={onClose}>
      {state.asking.length > 0 && (
        <Section title="Did these badges come out?">
          <p>The printer stopped answering in the middle. Look at it before you decide.</p>
          <JobList jobs={state.asking} printing={printing} nowMs={nowMs} ask />
        </Section>
      )}
      {state.failed.length > 0 && (
        <Section title="Not printed">
          <JobList jobs={state.failed} printing={printing} nowMs={nowMs} />
        </Section>
      )}
      {state.held > 0 && (
        <Section title={plural(state.held, 'badge has waited over 30 minutes', 'badges have waited over 30 minutes')}>
          <p>Their people are inside by now, so these badges wait for your word.</p>
          <div className="buttons">
            <button type="button" className="button" onClick={() => void printing.releaseHeld()}>
              Print them now
            </button>
            <button type="button" className="button quiet" onClick={() => void printing.discardHeld()}>
              Do not print them
            </button>
          </div>
        </Section>
      )}
      <PrinterSection state={state} printing={printing} />
      {recent.length > 0 && (
        <Section title="Last badges">
          <JobList jobs={recent} printing={printing} nowMs={nowMs} />
        </Section>
      )}
    </Panel>
  );
}

function PrinterSection({
  state,
  printing,
}: {
  readonly state: PrintingState;
  readonly printing: Printing;
}): ReactElement {
  const [answer, setAnswer] = useState<string | null>(null);

  function test(): void {
    setAnswer('Printing a test badge…');
    printing.testPrint().then(
      ({ message }) => setAnswer(message),
      (error: unknown) => setAnswer(`The test badge could not be made: ${String(error)}`),
    );
  }

  if (state.printers.length === 0) {
    return (
      <Section title="No printer">
        <p>
          Admission goes on without one.{' '}
          {state.waiting > 0 && `${plural(state.waiting, 'badge waits', 'badges wait')}. `}
          Start the device host on this machine and enter its address in Settings, or use the desktop kiosk.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Printer">
      <Choice
        legend="Print here first; another printer steps in when this one is in trouble"
        options={state.printers.map(({ id, name, state: now }) => ({
          value: id,
          label: `${name} (${now === 'none' ? 'not seen yet' : now})`,
        }))}
        value={state.chosenPrinterId ?? ''}
        onChange={(id) => printing.choosePrinter(id)}
      />
      {state.message !== null && <p className="problem">{state.message}</p>}
      {state.waiting > 0 && <p>{plural(state.waiting, 'badge waits', 'badges wait')} to be printed.</p>}
      <div className="buttons">
        <button type="button" className="button" onClick={test}>
          Print a test badge
        </button>
      </div>
      <p className="hint" aria-live="polite">
        {answer}
      </p>
    </Section>
  );
}

interface JobListProps {
  readonly jobs: readonly BadgeJobView[];
  readonly printing: Printing;
  readonly nowMs: number;
  /** A person has to say whether the badge came out. */
  readonly ask?: boolean;
}

function JobList({ jobs, printing, nowMs, ask = false }: JobListProps): ReactElement {
  return (
    <ul className="cards">
      {jobs.map((job) => (
        <li key={job.id}>
          <JobCard job={job} printing={printing} nowMs={nowMs} ask={ask} />
        </li>
      ))}
    </ul>
  );
}

const stateWords: Readonly<Record<BadgeJobView['state'], string>> = {
  queued: 'waits',
  sent: 'at the printer',
  printed: 'printed',
  failed: 'not printed',
  unknown: 'may have come out',
};

const againReasons = ['No badge came out', 'Badge damaged', 'Badge lost', 'Text was wrong'] as const;

interface JobCardProps {
  readonly job: BadgeJobView;
  readonly printing: Printing;
  readonly nowMs: number;
  readonly ask: boolean;
}

function JobCard({ job, printing, nowMs, ask }: JobCardProps): ReactElement {
  const [choosing, setChoosing] = useState(false);
  const name = job.name ?? 'Unknown registration';
  const mayRepeat = job.state === 'unknown' || job.state === 'failed' || job.state === 'printed';
  return (
    <article className="card" aria-label={name}>
      <p className="card-title" dir="auto">
        {name}
      </p>
      <p className="hint">
        {[stateWords[job.state], job.printerName, ago(job.queuedAt, nowMs)].filter((part) => part !== null).join(' · ')}
      </p>
      {job.problem !== null && job.state !== 'printed' && <p>{job.problem}</p>}
      {choosing ? (
        <fieldset className="choice">
          <legend>Why is it printed again?</legend>
          <div className="buttons">
            {againReasons.map((reason) => (
              <button
                key={reason}
                type="button"
                className="button"
                onClick={() => {
                  setChoosing(false);
                  void printing.printAgain(job.id, reason);
                }}
              >
                {reason}
              </button>
            ))}
            <button type="button" className="button quiet" onClick={() => setChoosing(false)}>
              Cancel
            </button>
          </div>
        </fieldset>
      ) : (
        mayRepeat && (
          <div className="buttons">
            {ask && (
              <button type="button" className="button strong" onClick={() => void printing.cameOut(job.id)}>
                It came out<span className="only-read">: {name}</span>
              </button>
            )}
            <button type="button" className="button quiet" onClick={() => setChoosing(true)}>
              Print again…<span className="only-read">: {name}</span>
            </button>
          </div>
        )
      )}
    </article>
  );
}
