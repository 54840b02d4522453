/** The options of a view for its tools, and the answers of a tool that did not do as it was asked. */
import type { Refusal } from '../../base/result.ts';
import type { BrowserTool, BrowserVerb } from '../../tools/browser-tool.ts';
import type { Signal } from './signals.ts';

/** Absent: all. A tool has to be in each list that is given. */
export interface ToolChoice {
  readonly names?: readonly string[];
  /** Collections, and actions by their names. */
  readonly of?: readonly string[];
  readonly verbs?: readonly BrowserVerb[];
}

export function isChosen(tool: BrowserTool, { names, of, verbs }: ToolChoice): boolean {
  return (
    (names?.includes(tool.name) ?? true) && (of?.includes(tool.of) ?? true) && (verbs?.includes(tool.verb) ?? true)
  );
}

export interface ConfirmQuestion {
  readonly tool: BrowserTool;
  readonly input: Readonly<Record<string, unknown>>;
  /** A sentence to ask a person. */
  readonly message: string;
  /** Aborted when the caller does not want it any more: the question may go. */
  readonly signal?: Signal;
}

/** Asked before a consequential tool does anything. False, or a rejection: nothing is done. */
export type Confirm = (question: ConfirmQuestion) => boolean | Promise<boolean>;

/** Answer of a tool in place of the API's own answer. JSON, because only JSON leaves a tool. */
export interface ToolRefusal {
  readonly isError: true;
  /** Status of the API's answer; 0 where it was not asked. */
  readonly status: number;
  readonly errors: readonly Refusal[];
  /** Next step, where the codes do not say it: to an assistant, which passes it on to the person. */
  readonly next?: string;
}

export function toolRefusal(status: number, errors: readonly Refusal[], next?: string): ToolRefusal {
  return { isError: true, status, errors, ...(next === undefined ? {} : { next }) };
}
