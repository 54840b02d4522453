/** One question at a time, with answers as large as a hand. */
import { type FormEvent, type ReactElement, useId, useLayoutEffect, useRef, useState } from 'react';
import { answerMaxChars } from '#shared/admission/questions.ts';
import type { QuestionAsked } from '#shared/admission/verdict.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import type { Visit, VisitEvent } from './visit.ts';
import { catalogues } from './words/catalogues.ts';

export interface QuestionStepProps {
  readonly visit: Extract<Visit, { at: 'questions' }>;
  readonly send: (event: VisitEvent) => void;
}

export function QuestionStep({ visit, send }: QuestionStepProps): ReactElement | null {
  const words = useWordsOf(catalogues);
  const { number } = useFormats();
  const { questions, index, sending } = visit;
  const question = questions[index];
  if (question === undefined) return null;
  const answer = (value: string | boolean | null): void =>
    send({ kind: 'answered', question: question.id, answer: value });
  return (
    <div className="question-step">
      <p className="hint">{words.questions.progress(number(index + 1), number(questions.length))}</p>
      <Question
        key={question.id}
        question={question}
        busy={sending}
        before={visit.answers[question.id]}
        onAnswer={answer}
      />
      <div className="guest-buttons">
        {index > 0 && (
          <button type="button" className="button" disabled={sending} onClick={() => send({ kind: 'back' })}>
            {words.questions.back}
          </button>
        )}
        {!question.required && (
          <button type="button" className="button" disabled={sending} onClick={() => answer(null)}>
            {words.questions.skip}
          </button>
        )}
        <button type="button" className="button" onClick={() => send({ kind: 'reset' })}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}

interface QuestionProps {
  readonly question: QuestionAsked;
  readonly busy: boolean;
  readonly before: string | boolean | undefined;
  readonly onAnswer: (value: string | boolean) => void;
}

function Question({ question, busy, before, onAnswer }: QuestionProps): ReactElement {
  const words = useWordsOf(catalogues);
  const id = useId();
  const first = useRef<HTMLButtonElement & HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  if (question.kind === 'text') {
    return <TextQuestion question={question} busy={busy} before={before} onAnswer={onAnswer} />;
  }
  const options =
    question.kind === 'boolean'
      ? [
          { value: true, label: words.questions.yes },
          { value: false, label: words.questions.no },
        ]
      : question.options.map((option) => ({ value: option, label: option }));
  return (
    <div className="guest-question" role="group" aria-labelledby={id}>
      <h2 id={id} dir="auto">
        {question.text}
      </h2>
      <div className="guest-options" data-many={options.length > 4}>
        {options.map(({ value, label }, nth) => (
          <button
            key={label}
            ref={nth === 0 ? first : null}
            type="button"
            className="button strong"
            disabled={busy}
            aria-pressed={before === value}
            dir="auto"
            onClick={() => onAnswer(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

function TextQuestion({ question, busy, before, onAnswer }: QuestionProps): ReactElement {
  const words = useWordsOf(catalogues);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typeof before === 'string' ? before : '');
  useLayoutEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '') onAnswer(text.trim());
  }

  return (
    <form className="guest-question" onSubmit={submit} autoComplete="off">
      <h2 dir="auto">
        <label htmlFor={id}>{question.text}</label>
      </h2>
      <div className="entry-row">
        <input
          id={id}
          ref={field}
          type="text"
          dir="auto"
          value={text}
          maxLength={answerMaxChars}
          placeholder={words.questions.answer}
          autoComplete="off"
          enterKeyHint="next"
          onChange={(change) => setText(change.target.value)}
        />
        <button type="submit" className="button strong" disabled={busy || text.trim() === ''}>
          {words.questions.next}
        </button>
      </div>
    </form>
  );
}
