/** A supervisor admits whom the rules refuse: a reason, a name, a PIN. The result takes the surface and says who did it. */
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import type { AdmitResult, ScanOutcome } from '#kiosk/station/admit-result.ts';
import type { OverrideResult } from '#kiosk/station/staff-act-results.ts';
import type { Station } from '#kiosk/station/station.ts';
import { Choice } from '../../parts/choices.tsx';
import {
  FormProblem,
  noReason,
  type ReasonDraft,
  ReasonField,
  reasonText,
  TextField,
  useFirstFocus,
} from '../../parts/form-parts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PinPad } from '../../parts/pin-pad.tsx';
import type { Wording } from '../../words/catalogues.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Present } from '../door-state.ts';

const pinMaxDigits = 12;

export interface OverridePanelProps {
  readonly station: Pick<Station, 'supervisors' | 'override'>;
  readonly outcome: ScanOutcome;
  /** Takes the result's place in the order before the station is asked. */
  readonly reserve: () => Present;
  readonly onClose: () => void;
}

type Reason = keyof Wording['override']['reasons'];

export function OverridePanel({ station, outcome, reserve, onClose }: OverridePanelProps): ReactElement {
  const words = useWords();
  const { override, verdicts } = words;
  const supervisors = station.supervisors();
  const [reason, setReason] = useState<ReasonDraft<Reason>>(noReason);
  const [supervisorId, setSupervisorId] = useState(supervisors.length === 1 ? (supervisors[0]?.id ?? null) : null);
  const [pin, setPin] = useState('');
  const [asked, setAsked] = useState(false);
  const [working, setWorking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useFirstFocus<HTMLFormElement>();
  const pinField = useRef<HTMLInputElement>(null);
  const text = reasonText(reason, override.reasons);
  const supervisor = supervisors.find(({ id }) => id === supervisorId);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    setRefused(null);
    if (text === '' || supervisor === undefined || pin === '' || working) return;
    setWorking(true);
    const present = reserve();
    const answer = await station
      .override(outcome.scanId, { supervisorId: supervisor.id, pin, reason: text })
      .catch(notKept);
    if (answer.kind === 'decided') return present(answer, { supervisor: supervisor.name, reason: text });
    if (answer.kind === 'not_recorded') return present(answer);
    setWorking(false);
    setAsked(false);
    setPin('');
    setRefused(refusal(answer, words));
    pinField.current?.focus();
  }

  if (supervisors.length === 0) {
    return (
      <Panel title={override.title} onClose={onClose}>
        <p>{override.noSupervisors}</p>
      </Panel>
    );
  }
  const problem = (isMissing: boolean, said: string): string | null => (asked && isMissing ? said : null);
  return (
    <Panel title={override.title} onClose={onClose}>
      {outcome.person !== null && (
        <p className="card-title" dir="auto">
          {outcome.person.name}
        </p>
      )}
      <p>{override.what(verdicts[outcome.verdict.code].title)}</p>
      <form ref={form} tabIndex={-1} className="panel-section" onSubmit={submit} autoComplete="off" noValidate>
        <ReasonField
          legend={override.why}
          texts={override.reasons}
          ownLabel={override.otherReason}
          value={reason}
          onChange={setReason}
          problem={problem(text === '', override.problems.reason)}
        />
        <Choice
          legend={override.supervisor}
          options={supervisors.map(({ id, name }) => ({ value: id, label: name }))}
          value={supervisorId}
          onChange={setSupervisorId}
          problem={problem(supervisor === undefined, override.problems.supervisor)}
          required
        />
        <TextField
          label={override.pin}
          hint={override.pinHint}
          type="password"
          inputMode="numeric"
          value={pin}
          onChange={(typed) => setPin(typed.replace(/\D/g, ''))}
          maxLength={pinMaxDigits}
          problem={problem(pin === '', override.problems.pin)}
          required
          field={pinField}
        />
        <PinPad pin={pin} maxDigits={pinMaxDigits} onPin={setPin} />
        <FormProblem text={refused} />
        <button type="submit" className="button strong wide" aria-disabled={working}>
          {working ? override.working : outcome.direction === 'exit' ? override.letOut : override.admit}
        </button>
      </form>
    </Panel>
  );
}

function refusal(answer: Exclude<OverrideResult, AdmitResult>, { override, format }: Wording): string {
  switch (answer.kind) {
    case 'wrong_pin':
      return override.wrongPin(answer.attemptsLeft);
    case 'pin_locked':
      return override.locked(format.duration(answer.waitMs));
    case 'refused':
      return override.refusals[answer.reason];
  }
}

function notKept(error: unknown): AdmitResult {
  console.error('override failed:', error);
  return { kind: 'not_recorded', reason: 'storage_failed', message: String(error) };
}
