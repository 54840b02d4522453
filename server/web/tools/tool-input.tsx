/** The input of a tool, as a form or as JSON; what is entered in one is there in the other. */
import { useState } from 'react';
import { fieldsOf, type ReadInput, readJson, readTexts, type Texts, textsOf } from './input-fields.ts';
import { InputForm } from './input-form.tsx';

type Mode = 'form' | 'json';
type Problem = Extract<ReadInput, { ok: false }>;

export interface ToolInputState {
  readonly fields: ReturnType<typeof fieldsOf>;
  readonly mode: Mode;
  readonly texts: Texts;
  readonly json: string;
  readonly problem: Problem | null;
  readonly setTexts: (texts: Texts) => void;
  readonly setJson: (json: string) => void;
  readonly switchTo: (mode: Mode) => void;
  /** Null where it cannot be read: then `problem` says why, and its field has the focus. */
  readonly take: () => object | null;
}

export function useToolInput(schema: Readonly<Record<string, unknown>>): ToolInputState {
  const fields = fieldsOf(schema);
  const [mode, setMode] = useState<Mode>('form');
  const [texts, setTexts] = useState<Texts>({});
  const [json, setJson] = useState('{}');
  const [problem, setProblem] = useState<Problem | null>(null);

  function read(): ReadInput {
    const given = mode === 'form' ? readTexts(fields, texts) : readJson(json);
    setProblem(given.ok ? null : given);
    return given;
  }

  return {
    ...{ fields, mode, texts, json, problem, setTexts, setJson },
    switchTo(next) {
      const given = read();
      if (!given.ok || next === mode) return;
      if (next === 'json') setJson(JSON.stringify(given.input, null, 2));
      else setTexts(textsOf(fields, given.input));
      setMode(next);
    },
    take() {
      const given = read();
      if (given.ok) return given.input;
      document.getElementById(mode === 'form' ? `in-${given.path}` : 'whole')?.focus();
      return null;
    },
  };
}

export function ToolInput({ input }: { readonly input: ToolInputState }) {
  const { fields, mode, texts, json, problem, setTexts, setJson, switchTo } = input;
  return (
    <>
      <fieldset className="row">
        <legend>Input as</legend>
        {(['form', 'json'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="mode" checked={mode === one} onChange={() => switchTo(one)} />{' '}
            {one === 'form' ? 'form' : 'JSON'}
          </label>
        ))}
      </fieldset>
      {mode === 'form' ? (
        <InputForm fields={fields} texts={texts} wrong={problem?.path ?? null} change={setTexts} />
      ) : (
        <div className="field">
          <label htmlFor="whole">Input (JSON)</label>
          <textarea
            id="whole"
            aria-invalid={problem !== null}
            rows={10}
            spellCheck={false}
            value={json}
            onChange={({ target }) => setJson(target.value)}
          />
        </div>
      )}
      <p role="alert" className="bad">
        {problem?.message ?? ''}
      </p>
    </>
  );
}
