/** One tool: its description, its input as a form or as JSON, and its answer. Called as an assistant calls it. */
import { type FormEvent, useRef } from 'react';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import { AnswerView } from './answer-view.tsx';
import { InputForm } from './input-form.tsx';
import { useToolCall } from './use-tool-call.ts';
import { type ToolInput, useToolInput } from './use-tool-input.ts';

function InputFields({ input }: { readonly input: ToolInput }) {
  const { fields, json, mode, problem, setJson, setTexts, switchTo, texts } = input;
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
            onChange={(e) => setJson(e.target.value)}
          />
        </div>
      )}
      <p role="alert" className="bad">
        {problem?.message ?? ''}
      </p>
    </>
  );
}

export function ToolCaller({ tool }: { readonly tool: BrowserTool }) {
  const input = useToolInput(tool);
  const { answer, isRunning, run, stop } = useToolCall(tool.name);
  const callButton = useRef<HTMLButtonElement>(null);
  const call = (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    const given = input.read();
    if (given.ok) void run(given.input);
    else document.getElementById(input.mode === 'form' ? `in-${given.path}` : 'whole')?.focus();
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
        <InputFields input={input} />
        <p className="row">
          {/* Not `disabled`: that would take the focus away from who pressed it. */}
          <button ref={callButton} type="submit" className="primary" aria-disabled={isRunning}>
            Call
          </button>
          {isRunning && (
            <button
              type="button"
              onClick={() => {
                stop();
                callButton.current?.focus();
              }}
            >
              Stop
            </button>
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
