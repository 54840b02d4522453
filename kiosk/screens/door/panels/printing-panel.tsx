/** Printers and badges: which printer, what it says, and the badges about which a person has to decide. */
import { type ReactElement, useState } from 'react';
import type { BadgeFailure } from '#kiosk/printing/badge-failure.ts';
import type { Printing, PrintingState, ShownPrintJob } from '#kiosk/printing/printing.ts';
import { Choice } from '../../parts/choices.tsx';
import { Panel, Section } from '../../parts/panel.tsx';
import { failureWords } from '../../words/badge-failures.ts';
import type { Words } from '../../words/catalogues.ts';
import { useWords } from '../../words/use-words.tsx';
import { printerMessage } from '../status/status-words.ts';

export interface PrintingPanelProps {
  readonly state: PrintingState;
  readonly printing: Printing;
  readonly nowMs: number;
  readonly onClose: () => void;
}

export function PrintingPanel({ state, printing, nowMs, onClose }: PrintingPanelProps): ReactElement {
  const { printing: words } = useWords();
  const openIds = new Set([...state.asking, ...state.failed, ...state.unconfirmed].map(({ id }) => id));
  const recent = state.recent.filter(({ id }) => !openIds.has(id));
  return (
    <Panel title={words.title} onClose={onClose}>
      {state.asking.length > 0 && (
        <Section title={words.asking}>
          <p>{words.askingText}</p>
          <JobList jobs={state.asking} printing={printing} nowMs={nowMs} ask />
        </Section>
      )}
      {state.failed.length > 0 && (
        <Section title={words.failed}>
          <JobList jobs={state.failed} printing={printing} nowMs={nowMs} />
        </Section>
      )}
      {state.unconfirmed.length > 0 && (
        <Section title={words.unconfirmed(state.unconfirmed.length)}>
          <p>{words.unconfirmedText}</p>
          <JobList jobs={state.unconfirmed} printing={printing} nowMs={nowMs} unconfirmed />
        </Section>
      )}
      {state.held > 0 && (
        <Section title={words.held(state.held)}>
          <p>{words.heldText}</p>
          <div className="buttons">
            <button type="button" className="button" onClick={() => void printing.releaseHeld()}>
              {words.release}
            </button>
            <button type="button" className="button quiet" onClick={() => void printing.discardHeld()}>
              {words.discard}
            </button>
          </div>
        </Section>
      )}
      <PrinterSection state={state} printing={printing} />
      {recent.length > 0 && (
        <Section title={words.last}>
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
  const all = useWords();
  const { printing: words, printer } = all;
  const [answer, setAnswer] = useState<string | null>(null);
  const message = printerMessage(state, all);
  const failed = (failure: BadgeFailure): string => words.testFailed(failureWords(failure, all));

  function test(): void {
    setAnswer(words.testing);
    printing.testPrint(words.testBadge).then(
      (said) => setAnswer(said.ok ? words.tested(said.printerName) : failed(said.failure)),
      (error: unknown) => {
        console.error('the test badge could not be made:', error);
        setAnswer(failed('undrawable'));
      },
    );
  }

  if (state.printers.length === 0) {
    return (
      <Section title={words.noPrinter}>
        <p>
          {words.goesOn} {state.waiting > 0 && words.toPrint(state.waiting)} {words.startHost}
        </p>
      </Section>
    );
  }
  return (
    <Section title={words.printer}>
      <Choice
        legend={words.choose}
        options={state.printers.map(({ id, name, state: now }) => ({
          value: id,
          label: words.nameAndState(name, printer.states[now]),
        }))}
        value={state.chosenPrinterId ?? ''}
        onChange={(id) => printing.choosePrinter(id)}
      />
      {message !== null && <p className="problem">{message}</p>}
      {state.waiting > 0 && <p>{words.toPrint(state.waiting)}</p>}
      <div className="buttons">
        <button type="button" className="button" onClick={test}>
          {words.test}
        </button>
      </div>
      <p className="hint" aria-live="polite">
        {answer}
      </p>
    </Section>
  );
}

interface JobListProps {
  readonly jobs: readonly ShownPrintJob[];
  readonly printing: Printing;
  readonly nowMs: number;
  /** A person has to say whether the badge came out. */
  readonly ask?: boolean;
  /** The jobs wait for their registrations to be confirmed. */
  readonly unconfirmed?: boolean;
}

function JobList({ jobs, printing, nowMs, ask = false, unconfirmed = false }: JobListProps): ReactElement {
  return (
    <ul className="cards">
      {jobs.map((job) => (
        <li key={job.id}>
          <JobCard job={job} printing={printing} nowMs={nowMs} ask={ask} unconfirmed={unconfirmed} />
        </li>
      ))}
    </ul>
  );
}

const againReasons = [
  'none',
  'damaged',
  'lost',
  'wrong',
] as const satisfies readonly (keyof Words['printing']['againReasons'])[];

interface JobCardProps {
  readonly job: ShownPrintJob;
  readonly printing: Printing;
  readonly nowMs: number;
  readonly ask: boolean;
  readonly unconfirmed: boolean;
}

function JobCard({ job, printing, nowMs, ask, unconfirmed }: JobCardProps): ReactElement {
  const [choosing, setChoosing] = useState(false);
  const all = useWords();
  const { common, printing: words, format } = all;
  const name = job.name ?? common.unknownRegistration;
  const mayRepeat = job.state === 'unknown' || job.state === 'failed' || job.state === 'printed';
  return (
    <article className="card" aria-label={name}>
      <p className="card-title" dir="auto">
        {name}
      </p>
      <p className="hint">{format.line([words.states[job.state], job.printerName, format.ago(job.queuedAt, nowMs)])}</p>
      {job.failure !== null && job.state !== 'printed' && <p>{failureWords(job.failure, all)}</p>}
      {unconfirmed && (
        <>
          <p>{words.waitsForConfirmation}</p>
          <div className="buttons">
            <button type="button" className="button quiet" onClick={() => void printing.discard(job.id)}>
              {words.discardOne}
              <span className="only-read">: {name}</span>
            </button>
          </div>
        </>
      )}
      {choosing ? (
        <fieldset className="choice">
          <legend>{words.whyAgain}</legend>
          <div className="buttons">
            {againReasons.map((reason) => (
              <button
                key={reason}
                type="button"
                className="button"
                onClick={() => {
                  setChoosing(false);
                  void printing.printAgain(job.id, words.againReasons[reason]);
                }}
              >
                {words.againReasons[reason]}
              </button>
            ))}
            <button type="button" className="button quiet" onClick={() => setChoosing(false)}>
              {common.cancel}
            </button>
          </div>
        </fieldset>
      ) : (
        mayRepeat && (
          <div className="buttons">
            {ask && (
              <button type="button" className="button strong" onClick={() => void printing.cameOut(job.id)}>
                {words.cameOut}
                <span className="only-read">: {name}</span>
              </button>
            )}
            <button type="button" className="button quiet" onClick={() => setChoosing(true)}>
              {words.again}
              <span className="only-read">: {name}</span>
            </button>
          </div>
        )
      )}
    </article>
  );
}
