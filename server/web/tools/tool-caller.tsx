/** One tool: what it says of itself, a form or JSON for its input, and what it answered. Called as an assistant calls it. */

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import { Button } from '../parts/button.tsx';
import { AnswerView } from './answer-view.tsx';
import { type Executed, executeTool } from './execute-tool.ts';
import { fieldsOf, type ReadInput, readJson, readTexts, type Texts, textsOf } from './input-fields.ts';
import { InputForm } from './input-form.tsx';

export function ToolCaller({ tool }: { readonly tool: BrowserTool }) {
  const fields = fieldsOf(tool.inputSchema);
  const [mode, setMode] = useState<'form' | 'json'>('form');
  const [texts, setTexts] = useState<Texts>({});
  const [json, setJson] = useState('{}');
  const [answer, setAnswer] = useState<Executed | null>(null);
  const [problem, setProblem] = useState<Extract<ReadInput, { ok: false }> | null>(null);
  const running = useRef<AbortController | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const callButton = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  const read = () => (mode === 'form' ? readTexts(fields, texts) : readJson(json));
  const switchTo = (next: 'form' | 'json') => {
    const given = read();
    setProblem(given.ok ? null : given);
    if (!given.ok || next === mode) return;
    if (next === 'json') setJson(JSON.stringify(given.input, null, 2));
    else setTexts(textsOf(fields, given.input));
    setMode(next);
  };
  const call = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current) return;
    const given = read();
    setProblem(given.ok ? null : given);
    if (!given.ok) {
      document.getElementById(mode === 'form' ? `in-${given.path}` : 'whole')?.focus();
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    setAnswer(null);
    const answered = await executeTool(tool.name, given.input, controller.signal);
    if (running.current !== controller) return;
    running.current = null;
    setIsRunning(false);
    setAnswer(answered);
  };
  return (
    <>
      <h1>{tool.title}</h1>
      <p>
        <code>{tool.name}</code>
        {tool.readOnly && <span className="chip">reads only</span>}
        {tool.consequential && <span className="chip bad">asks for confirmation</span>}
      </p>
      <p>{tool.description}</p>
      <form onSubmit={call} noValidate>
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
              onChange={(e) => setJson(e.target.value)}
            />
          </div>
        )}
        <p role="alert" className="bad">
          {problem?.message ?? ''}
        </p>
        <p className="row">
          {/* Not `disabled`: that would take the focus away from who pressed it. */}
          <Button ref={callButton} type="submit" look="primary" aria-disabled={isRunning}>
            Call
          </Button>
          {isRunning && (
            <Button
              onClick={() => {
                running.current?.abort();
                callButton.current?.focus();
              }}
            >
              Stop
            </Button>
          )}
        </p>
      </form>
      <AnswerView isRunning={isRunning} answer={answer} />
      <details>
        <summary>Input schema</summary>
        <pre tabIndex={0} role="region" aria-label="Input schema">
          {JSON.stringify(tool.inputSchema, null, 2)}
        </pre>
      </details>
    </>
  );
}
