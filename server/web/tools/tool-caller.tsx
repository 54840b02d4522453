/** One tool: its description, a form or JSON for its input, and the answer. Called as an assistant calls it. */
import { type FormEvent, useRef } from 'react';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import { Button } from '../parts/button.tsx';
import { AnswerView } from './answer-view.tsx';
import { ToolInput, useToolInput } from './tool-input.tsx';
import { useToolCall } from './use-tool-call.ts';

export function ToolCaller({ tool }: { readonly tool: BrowserTool }) {
  const input = useToolInput(tool.inputSchema);
  const { answer, call, isRunning, stop } = useToolCall(tool.name);
  const callButton = useRef<HTMLButtonElement>(null);

  function send(event: FormEvent): void {
    event.preventDefault();
    const given = isRunning ? null : input.take();
    if (given) void call(given);
  }

  return (
    <>
      <h1>{tool.title}</h1>
      <p>
        <code>{tool.name}</code>
        {tool.readOnly && <span className="chip">reads only</span>}
        {tool.consequential && <span className="chip bad">asks for confirmation</span>}
      </p>
      <p>{tool.description}</p>
      <form onSubmit={send} noValidate>
        <ToolInput input={input} />
        <p className="row">
          {/* Not `disabled`: a disabled button loses the focus. */}
          <Button ref={callButton} type="submit" look="primary" aria-disabled={isRunning}>
            Call
          </Button>
          {isRunning && (
            <Button
              onClick={() => {
                stop();
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
