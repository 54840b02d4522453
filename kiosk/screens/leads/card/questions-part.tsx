/** The exhibitor's own questions: one of the given answers, or a typed one that is stored when its field is left. */
import { type ReactElement, useEffect, useId, useState } from 'react';
import type { OwnQuestion } from '#kiosk/leads/leads.ts';
import { answerMax } from '#shared/leads/edit.ts';
import { Choice } from '../../parts/choices.tsx';
import { useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import type { CardPartProps } from './card-part.ts';

interface QuestionsPartProps extends CardPartProps {
  readonly questions: readonly OwnQuestion[];
}

export function QuestionsPart({ shown: { lead }, enter, questions }: QuestionsPartProps): ReactElement | null {
  const { lead: words } = useWordsOf(catalogues);
  if (questions.length === 0) return null;
  return (
    <div className="lead-group">
      <h3 className="lead-label">{words.ownQuestions}</h3>
      {questions.map(({ key, text, options }) => {
        const answer = lead.answers[key] ?? null;
        const onAnswer = (given: string | null): void => enter('answer', { question: key, answer: given });
        return options.length > 0 ? (
          <Choice
            key={key}
            legend={text}
            options={options.map((value) => ({ value, label: value }))}
            value={answer}
            onChange={onAnswer}
          />
        ) : (
          <TypedAnswer key={key} text={text} answer={answer} onAnswer={onAnswer} />
        );
      })}
    </div>
  );
}

interface TypedAnswerProps {
  readonly text: string;
  readonly answer: string | null;
  readonly onAnswer: (answer: string | null) => void;
}

function TypedAnswer({ text, answer, onAnswer }: TypedAnswerProps): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState(answer ?? '');
  // Another device may have answered meanwhile.
  useEffect(() => setTyped(answer ?? ''), [answer]);

  function save(): void {
    const given = typed.trim() || null;
    if (given !== answer) onAnswer(given);
  }

  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label htmlFor={id}>
        <bdi>{text}</bdi>
      </label>
      <input
        id={id}
        type="text"
        dir="auto"
        value={typed}
        maxLength={answerMax}
        onChange={(change) => setTyped(change.target.value)}
        onBlur={save}
        autoComplete="off"
      />
    </form>
  );
}
