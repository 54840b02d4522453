/**
 * Shows the checks with their progress, findings and next steps, and a button to repeat each. The view starts a run when it is
 * shown: in a sheet of the settings, and on the stage of a kiosk that has just been paired.
 */
import { type ReactElement, useEffect, useRef } from 'react';
import type { CheckFacts, CheckId, CheckLevel } from '#kiosk/preflight/check.ts';
import type { CheckView, Preflight, PreflightState } from '#kiosk/preflight/preflight.ts';
import { readFailure } from '#kiosk/printing/badge-failure.ts';
import { useStateOf } from '../parts/use-observed.ts';
import { failureWords } from '../words/badge-failures.ts';
import type { Wording } from '../words/catalogues.ts';
import { useFormats, useWords, useWordsOf } from '../words/use-words.tsx';
import { LevelIcon } from './level-icon.tsx';
import { readFacts, say } from './say.ts';
import { ScannerTest } from './scanner-test.tsx';
import { catalogues } from './words/catalogues.ts';
import type { Facts } from './words/preflight-words.ts';

export interface PreflightViewProps {
  readonly preflight: Preflight;
  /** Unix milliseconds, for times of day. */
  readonly nowMs: number;
}

/** @param heading the heading level of the checks: one below that of the screen that shows them */
export function PreflightView({
  preflight,
  nowMs,
  heading = 'h3',
}: PreflightViewProps & { readonly heading?: 'h2' | 'h3' }): ReactElement {
  const state = useStateOf(preflight);
  const words = useWordsOf(catalogues);
  const formats = useFormats();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void preflight.run();
  }, [preflight]);

  const done = state.checks.filter(({ running, result }) => !running && result !== null).length;
  const all = state.checks.length;
  return (
    <div className="preflight" data-preflight={state.running ? 'running' : (state.level ?? 'none')}>
      <div className="preflight-head">
        <Whole state={state} />
        <progress aria-label={words.running} max={all} value={state.running ? done : all} data-done={!state.running} />
        <p className="hint">
          {state.running ? words.progress(formats.number(done), formats.number(all)) : words.about}
        </p>
      </div>
      {state.awaitsScan && <ScannerTest words={words.scan} heading={heading} onSkip={preflight.skipScan} />}
      <ul className="checks">
        {inOrder(state).map((check) => (
          <CheckItem key={check.id} check={check} preflight={preflight} nowMs={nowMs} heading={heading} />
        ))}
      </ul>
      <button
        type="button"
        className="button strong wide"
        disabled={state.running}
        onClick={() => void preflight.run()}
      >
        {state.running ? words.running : words.runAgain}
      </button>
    </div>
  );
}

/** The only text that screen readers announce: the start and the result of a run, not each of its checks. */
function Whole({ state }: { readonly state: PreflightState }): ReactElement {
  const words = useWordsOf(catalogues);
  const level = state.running ? null : state.level;
  return (
    <p className="preflight-whole" data-level={level ?? 'running'} aria-live="polite">
      <LevelIcon level={level} />
      <span>{level === null ? words.running : words.whole[level]}</span>
    </p>
  );
}

interface CheckItemProps {
  readonly check: CheckView;
  readonly preflight: Preflight;
  readonly nowMs: number;
  readonly heading: 'h2' | 'h3';
}

function CheckItem({ check, preflight, nowMs, heading: Heading }: CheckItemProps): ReactElement {
  const words = useWordsOf(catalogues);
  const formats = useFormats();
  const { id, running, result } = check;
  const level = running ? null : (result?.level ?? null);
  const { name } = words.checks[id];
  const wording = useWords();
  const facts = (of: CheckFacts): Facts => readFacts(withReason(of, wording), formats, nowMs);
  const said = result === null || running ? null : say(words, id, result, facts(result.facts));
  return (
    <li className="check" data-check={id} data-level={running ? 'running' : (level ?? 'waiting')}>
      <LevelIcon level={level} />
      <div className="check-words">
        <Heading>{name}</Heading>
        <p className="check-level">{running ? words.running : level === null ? words.waiting : words.levels[level]}</p>
        {said !== null && <p>{said.found}</p>}
        {said?.next !== undefined && (
          <p className="check-next">
            <strong>{words.toDo}</strong> {said.next}
          </p>
        )}
      </div>
      <CheckButton id={id} check={check} preflight={preflight} name={name} />
    </li>
  );
}

/** A printer's failure is a code; its words are those that the badges' panel has. */
function withReason(facts: CheckFacts, wording: Wording): CheckFacts {
  const failure = readFailure(facts['failure'], null);
  return failure === null ? facts : { ...facts, why: failureWords(failure, wording) };
}

interface CheckButtonProps {
  readonly id: CheckId;
  readonly check: CheckView;
  readonly preflight: Preflight;
  readonly name: string;
}

function CheckButton({ id, check, preflight, name }: CheckButtonProps): ReactElement {
  const words = useWordsOf(catalogues);
  const { printing } = useWords();
  if (id === 'test_print') {
    return (
      <button
        type="button"
        className="button quiet"
        disabled={check.running}
        onClick={() => void preflight.printTest(printing.testBadge)}
      >
        {check.running ? words.printing : words.printTest}
      </button>
    );
  }
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={words.checkAgain(name)}
      disabled={check.running}
      onClick={() => void preflight.retry(id)}
    >
      {words.again}
    </button>
  );
}

const ranks: Readonly<Record<CheckLevel, number>> = { fail: 0, warn: 1, ok: 2 };

/** Puts checks that need a person first, except during a run: nothing moves while it is being read. */
function inOrder({ checks, running }: PreflightState): readonly CheckView[] {
  if (running) return checks;
  return checks.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ result }: CheckView): number {
  return result === null ? 3 : ranks[result.level];
}
