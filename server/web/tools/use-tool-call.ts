/** One call of a tool at a time: what was asked, whether it runs, what it answered. */
import { useEffect, useRef, useState } from 'react';
import { type Executed, executeTool } from './execute-tool.ts';

export interface ToolCallState {
  readonly answer: Executed | null;
  readonly isRunning: boolean;
  /** Does nothing while a call runs. */
  readonly call: (input: object) => Promise<void>;
  readonly stop: () => void;
}

/** Stops the call that is running when the view is unmounted. */
export function useToolCall(name: string): ToolCallState {
  const running = useRef<AbortController | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [answer, setAnswer] = useState<Executed | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    answer,
    isRunning,
    async call(input) {
      if (running.current) return;
      const controller = new AbortController();
      running.current = controller;
      setRunning(true);
      setAnswer(null);
      const answered = await executeTool(name, input, controller.signal);
      if (running.current !== controller) return;
      running.current = null;
      setRunning(false);
      setAnswer(answered);
    },
    stop: () => running.current?.abort(),
  };
}
