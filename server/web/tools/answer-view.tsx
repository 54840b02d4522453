/** Shows the result of a call: the wait, the answer, and for a refusal its reason and what to do about it. */
import { useEffect, useState } from 'react';
import { isObject } from '#shared/base/json.ts';
import type { Executed } from './execute-tool.ts';

const answerCharsMax = 200_000;
const outcomes = { done: 'Done', refused: 'Refused', stopped: 'Stopped' } as const;

export function AnswerView({ isRunning, answer }: { readonly isRunning: boolean; readonly answer: Executed | null }) {
  return (
    <>
      <h2>Answer</h2>
      <p role="status" className={answer?.outcome === 'refused' ? 'bad' : 'quiet'}>
        {isRunning ? 'Waiting for the response…' : answer ? outcomes[answer.outcome] : 'Not called yet.'}
      </p>
      {isRunning && <Waiting />}
      {answer?.outcome === 'refused' && <Refused value={answer.value} />}
      {answer && (
        <pre tabIndex={0} role="region" aria-label="Answer">
          {shownText(answer.value)}
        </pre>
      )}
    </>
  );
}

/** The seconds are for the eye: read aloud, they would be all that is heard. */
function Waiting() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(ticking);
  }, []);
  return (
    <p className="row">
      <progress aria-label="Waiting for the response" />
      <span aria-hidden="true">{seconds} s</span>
    </p>
  );
}

function Refused({ value }: { readonly value: unknown }) {
  if (!isObject(value)) return null;
  const { errors, next } = value;
  const all = (Array.isArray(errors) ? errors : []).filter(isObject);
  return (
    <div role="alert" className="bad">
      <ul>
        {all.map(({ code, message, path }) => (
          <li key={`${String(code)} ${String(path)}`}>
            {typeof path === 'string' ? `${path}: ` : ''}
            {String(message)}
          </li>
        ))}
      </ul>
      {typeof next === 'string' && (
        <p>
          <strong>The assistant reads:</strong> {next}
        </p>
      )}
    </div>
  );
}

function shownText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.length > answerCharsMax ? `${text.slice(0, answerCharsMax)}\n…` : text;
}
