/** Registers a person who comes without a ticket, and lets them in at once; without a network too. */
import { type ReactElement, useState } from 'react';
import type { WalkInChoice } from '#kiosk/station/staff-act-results.ts';
import type { Station } from '#kiosk/station/station.ts';
import { Choice } from '../../parts/choices.tsx';
import { FormProblem, TextField, useFirstFocus } from '../../parts/form-parts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Present } from '../door-state.ts';
import { useWalkIn } from './use-walk-in.ts';
import { chosenType, emptyWalkIn, isEmptyWalkIn, type WalkInDraft, type WalkInField } from './walk-in-draft.ts';

/** Maximum numbers of characters, as the walk-in's fields hold them; company and role have the name's. */
const nameMaxChars = 200;
const emailMaxChars = 254;
const referenceMaxChars = 120;

export interface WalkInPanelProps {
  readonly station: Pick<Station, 'walkInChoices' | 'walkIn'>;
  readonly draft: WalkInDraft;
  readonly onDraft: (draft: WalkInDraft) => void;
  readonly reserve: () => Present;
  readonly onClose: () => void;
}

export function WalkInPanel({ station, draft, onDraft, reserve, onClose }: WalkInPanelProps): ReactElement {
  const { walkIn: words } = useWords();
  const choices = station.walkInChoices();
  const type = chosenType(draft, choices);
  const [kept] = useState(() => !isEmptyWalkIn(draft));
  const { problems, working, submit, change } = useWalkIn({ station, draft, type, onDraft, reserve });
  const nameField = useFirstFocus<HTMLInputElement>();

  if (choices.length === 0) {
    return (
      <Panel title={words.title} onClose={onClose}>
        <p>{words.none}</p>
      </Panel>
    );
  }
  const problem = (field: WalkInField): string | null => {
    const wrong = problems.get(field);
    return wrong === undefined ? null : words.problems[wrong];
  };
  return (
    <Panel title={words.title} onClose={onClose}>
      {kept && !isEmptyWalkIn(draft) && (
        <div className="draft-kept">
          <p>{words.draft}</p>
          <button type="button" className="button quiet" onClick={() => onDraft(emptyWalkIn)}>
            {words.clear}
          </button>
        </div>
      )}
      <form className="panel-section" onSubmit={submit} autoComplete="off" noValidate>
        <TypeChoice
          choices={choices}
          chosen={type}
          problem={problem('ticketType')}
          onChoose={(ticketTypeId) => change({ ticketTypeId }, 'ticketType')}
        />
        <TextField
          label={words.name}
          value={draft.name}
          onChange={(name) => change({ name }, 'name')}
          maxLength={nameMaxChars}
          problem={problem('name')}
          required
          field={nameField}
        />
        <TextField
          label={words.company}
          value={draft.company}
          onChange={(company) => change({ company }, null)}
          maxLength={nameMaxChars}
        />
        <TextField
          label={words.role}
          value={draft.role}
          onChange={(role) => change({ role }, null)}
          maxLength={nameMaxChars}
        />
        <TextField
          label={words.email}
          value={draft.email}
          onChange={(email) => change({ email }, 'email')}
          maxLength={emailMaxChars}
          inputMode="email"
          problem={problem('email')}
        />
        {type !== null && type.amount > 0 && <Payment type={type} draft={draft} problem={problem} onChange={change} />}
        <FormProblem text={problems.size === 0 ? null : words.notDone(problems.size)} />
        <button type="submit" className="button strong wide" aria-disabled={working}>
          {working ? words.working : words.register}
        </button>
        <p className="hint">{words.offline}</p>
      </form>
    </Panel>
  );
}

interface TypeChoiceProps {
  readonly choices: readonly WalkInChoice[];
  readonly chosen: WalkInChoice | null;
  readonly problem: string | null;
  readonly onChoose: (ticketTypeId: string) => void;
}

function TypeChoice({ choices, chosen, problem, onChoose }: TypeChoiceProps): ReactElement {
  const { walkIn: words, format } = useWords();
  const price = ({ amount, currency }: WalkInChoice): string =>
    amount === 0 ? words.free : format.money(amount, currency);
  return (
    <Choice
      legend={words.ticketType}
      options={choices.map((choice) => ({
        value: choice.ticketTypeId,
        label: words.typeAndPrice(choice.name, price(choice)),
      }))}
      value={chosen?.ticketTypeId ?? null}
      onChange={onChoose}
      problem={problem}
      required
    />
  );
}

interface PaymentProps {
  readonly type: WalkInChoice;
  readonly draft: WalkInDraft;
  readonly problem: (field: WalkInField) => string | null;
  readonly onChange: (changed: Partial<WalkInDraft>, field: WalkInField) => void;
}

function Payment({ type, draft, problem, onChange }: PaymentProps): ReactElement {
  const { walkIn: words, format } = useWords();
  return (
    <>
      <p className="to-pay">
        {words.toPay} <strong>{format.money(type.amount, type.currency)}</strong>
      </p>
      <Choice
        legend={words.payment}
        options={(['cash', 'card'] as const).map((value) => ({ value, label: words.payments[value] }))}
        value={draft.payment}
        onChange={(payment) => onChange({ payment }, 'payment')}
        problem={problem('payment')}
        required
      />
      <TextField
        label={words.reference}
        hint={words.referenceHint}
        value={draft.reference}
        onChange={(reference) => onChange({ reference }, 'reference')}
        maxLength={referenceMaxChars}
        problem={problem('reference')}
        required={draft.payment === 'card'}
      />
    </>
  );
}
