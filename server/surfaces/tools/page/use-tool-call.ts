/** A call of a tool from the page: one at a time, stopped on request and when the tool is no longer shown. */
import { useEffect, useRef, useState } from 'react';
import { type Executed, executeTool } from './execute-tool.ts';

export interface ToolCall {
  readonly isRunning: boolean;
  /** Of the last call; null before the first and while one runs. */
  readonly answer: Executed | null;
  readonly run: (input: object) => Promise<void>;
  readonly stop: () => void;
}

export function useToolCall(name: string): ToolCall {
  const [answer, setAnswer] = useState<Executed | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(input: object): Promise<void> {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    setAnswer(null);
    const answered = await executeTool(name, input, controller.signal);
    if (running.current !== controller) return;
    running.current = null;
    setIsRunning(false);
    setAnswer(answered);
  }

  return { isRunning, answer, run, stop: () => running.current?.abort() };
}
