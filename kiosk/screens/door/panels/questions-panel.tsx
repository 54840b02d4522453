/** The questions of a ticket, asked at the gate. Right answers let the person in; the result takes the surface. */
import { type FormEvent, type ReactElement, useState } from 'react';
import type { AdmitResult, ScanOutcome } from '#kiosk/station/admit-result.ts';
import type { Station } from '#kiosk/station/station.ts';
import { type Answers, answerMaxChars, isAnswer } from '#shared/admission/questions.ts';
import type { QuestionAsked } from '#shared/admission/verdict.ts';
import { Choice } from '../../parts/choices.tsx';
import { FormProblem, TextField, useFirstFocus } from '../../parts/form-parts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Present } from '../door-state.ts';
import { Attention } from '../verdict/verdict-surface.tsx';

export interface QuestionsPanelProps {
  readonly station: Pick<Station, 'answer'>;
  readonly outcome: ScanOutcome;
  readonly reserve: () => Present;
  readonly onClose: () => void;
}

export function QuestionsPanel({ station, outcome, reserve, onClose }: QuestionsPanelProps): ReactElement {
  const { questions: words, common } = useWords();
  const questions = outcome.verdict.detail.questions ?? [];
  const { attention, badAnswers = [] } = outcome.verdict.detail;
  const [answers, setAnswers] = useState<Answers>({});
  const [asked, setAsked] = useState(false);
  const [working, setWorking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useFirstFocus<HTMLFormElement>();

  const given = (question: QuestionAsked): boolean => isAnswer(question, answers[question.id]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    setRefused(null);
    if (questions.some((question) => question.required && !given(question)) || working) return;
    setWorking(true);
    const present = reserve();
    const sent = Object.fromEntries(
      Object.entries(answers).filter(([id]) => questions.some((q) => q.id === id && given(q))),
    );
    const answer = await station.answer(outcome.scanId, sent).catch((error: unknown): AdmitResult => {
      console.error('answering failed:', error);
      return { kind: 'not_recorded', reason: 'storage_failed', message: String(error) };
    });
    if (answer.kind !== 'refused') return present(answer);
    setRefused(words.refusals[answer.reason]);
    setWorking(false);
  }

  const problemOf = (question: QuestionAsked): string | null =>
    (asked && question.required && !given(question)) || (badAnswers.includes(question.id) && !given(question))
      ? words.missing
      : null;
  return (
    <Panel title={words.title} onClose={onClose}>
      {outcome.person !== null && <p className="card-title">{words.forWhom(outcome.person.name)}</p>}
      {attention !== undefined && <Attention note={attention} />}
      <form ref={form} tabIndex={-1} className="panel-section" onSubmit={submit} autoComplete="off" noValidate>
        {questions.map((question) => (
          <Question
            key={question.id}
            question={question}
            answer={answers[question.id]}
            problem={problemOf(question)}
            onAnswer={(answer) => setAnswers({ ...answers, [question.id]: answer })}
          />
        ))}
        <FormProblem text={refused} />
        <button type="submit" className="button strong wide" aria-disabled={working}>
          {outcome.direction === 'exit' ? words.sendOut : words.send}
        </button>
        <button type="button" className="button wide" onClick={onClose}>
          {common.cancel}
        </button>
      </form>
    </Panel>
  );
}

interface QuestionProps {
  readonly question: QuestionAsked;
  readonly answer: string | boolean | undefined;
  readonly problem: string | null;
  readonly onAnswer: (answer: string | boolean) => void;
}

function Question({ question, answer, problem, onAnswer }: QuestionProps): ReactElement {
  const { common } = useWords();
  const { kind, text, options, required } = question;
  switch (kind) {
    case 'text':
      return (
        <TextField
          label={text}
          value={typeof answer === 'string' ? answer : ''}
          onChange={onAnswer}
          maxLength={answerMaxChars}
          problem={problem}
          required={required}
        />
      );
    case 'choice':
      return (
        <Choice
          legend={text}
          options={options.map((value) => ({ value, label: value }))}
          value={typeof answer === 'string' ? answer : null}
          onChange={onAnswer}
          problem={problem}
          required={required}
        />
      );
    case 'boolean':
      return (
        <Choice
          legend={text}
          options={[
            { value: 'yes', label: common.yes },
            { value: 'no', label: common.no },
          ]}
          value={answer === undefined ? null : answer === true ? 'yes' : 'no'}
          onChange={(value) => onAnswer(value === 'yes')}
          problem={problem}
          required={required}
        />
      );
  }
}
