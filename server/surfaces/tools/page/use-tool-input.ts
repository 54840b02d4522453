/** The input of one tool while it is typed: as a form or as JSON, what is wrong with it, and the change between both. */
import { useState } from 'react';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import { fieldsOf, type InputField, type ReadInput, readJson, readTexts, type Texts, textsOf } from './input-fields.ts';

type Problem = Extract<ReadInput, { ok: false }>;

export interface ToolInput {
  readonly fields: readonly InputField[];
  readonly mode: 'form' | 'json';
  readonly switchTo: (mode: 'form' | 'json') => void;
  readonly texts: Texts;
  readonly setTexts: (texts: Texts) => void;
  readonly json: string;
  readonly setJson: (json: string) => void;
  readonly problem: Problem | null;
  /** Reads it, and shows what is wrong with it. */
  readonly read: () => ReadInput;
}

export function useToolInput(tool: BrowserTool): ToolInput {
  const fields = fieldsOf(tool.inputSchema);
  const [mode, setMode] = useState<'form' | 'json'>('form');
  const [texts, setTexts] = useState<Texts>({});
  const [json, setJson] = useState('{}');
  const [problem, setProblem] = useState<Problem | null>(null);

  function read(): ReadInput {
    const given = mode === 'form' ? readTexts(fields, texts) : readJson(json);
    setProblem(given.ok ? null : given);
    return given;
  }

  function switchTo(next: 'form' | 'json'): void {
    const given = read();
    if (!given.ok || next === mode) return;
    if (next === 'json') setJson(JSON.stringify(given.input, null, 2));
    else setTexts(textsOf(fields, given.input));
    setMode(next);
  }

  return { fields, mode, switchTo, texts, setTexts, json, setJson, problem, read };
}
