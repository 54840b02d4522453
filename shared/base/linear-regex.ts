/**
 * Regular expressions that take time linear in the text, with any pattern: a Thompson machine that walks all its
 * states at once (R. Cox, "Regular Expression Matching Can Be Simple And Fast"). A subset of RE2's syntax, parsed by
 * linear-regex-parse.ts; no back references and no look-around, because those cannot be had in linear time.
 * JavaScript's RegExp never sees a pattern of a user.
 */
import { type Assertion, type CharTest, type Node, parsePattern } from './linear-regex-parse.ts';

type Step =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'split'; first: number; second: number }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'match' };

export interface LinearRegex {
  readonly steps: readonly Step[];
}

/** In UTF-16 units. */
export const patternLengthMax = 200;
/** Maximum number of steps of a machine: `a{30}{30}` is short, what it unrolls to is not. */
export const patternStepsMax = 1_000;
/** UTF-16 units up to which longer texts are looked at, so that one row cannot hold up a query. */
export const regexTextMax = 100_000;

/** Unrolling what is empty makes no steps but takes time all the same: `(){200}{200}{200}`. */
const emitCallsMax = 20_000;

class TooLarge extends Error {}

class Steps extends Array<Step> {
  calls = 0;
}

function emit(node: Node, steps: Steps): void {
  if (steps.length > patternStepsMax || ++steps.calls > emitCallsMax) throw new TooLarge();
  switch (node.kind) {
    case 'empty':
      return;
    case 'char':
    case 'assert':
      steps.push(node);
      return;
    case 'sequence':
      for (const part of node.of) emit(part, steps);
      return;
    case 'either': {
      const split = { kind: 'split' as const, first: steps.length + 1, second: 0 };
      steps.push(split);
      emit(node.left, steps);
      const jump = { kind: 'jump' as const, to: 0 };
      steps.push(jump);
      split.second = steps.length;
      emit(node.right, steps);
      jump.to = steps.length;
      return;
    }
    case 'repeat':
      emitRepeat(node, steps);
  }
}

function emitRepeat(node: Extract<Node, { kind: 'repeat' }>, steps: Steps): void {
  for (let i = 0; i < node.min; i++) emit(node.of, steps);
  if (node.max === null) {
    const split = { kind: 'split' as const, first: steps.length + 1, second: 0 };
    const start = steps.length;
    steps.push(split);
    emit(node.of, steps);
    steps.push({ kind: 'jump', to: start });
    split.second = steps.length;
    return;
  }
  const splits: { second: number }[] = [];
  for (let i = node.min; i < node.max; i++) {
    const split = { kind: 'split' as const, first: steps.length + 1, second: 0 };
    splits.push(split);
    steps.push(split);
    emit(node.of, steps);
  }
  for (const split of splits) split.second = steps.length;
}

/** @returns the machine, or a sentence on what is wrong with the pattern */
export function compileRegex(pattern: string): LinearRegex | string {
  if (pattern.length > patternLengthMax) return `A pattern must have at most ${patternLengthMax} characters.`;
  const parsed = parsePattern(pattern);
  if (typeof parsed === 'string') return parsed;
  const steps = new Steps();
  try {
    emit(parsed, steps);
  } catch (error) {
    if (error instanceof TooLarge) return 'The pattern repeats too much.';
    throw error;
  }
  steps.push({ kind: 'match' });
  return steps.length > patternStepsMax ? 'The pattern repeats too much.' : { steps };
}

function isWordChar(point: number | undefined): boolean {
  if (point === undefined) return false;
  return (point >= 48 && point <= 57) || (point >= 65 && point <= 90) || point === 95 || (point >= 97 && point <= 122);
}

function holds(what: Assertion, before: number | undefined, after: number | undefined): boolean {
  switch (what) {
    case 'text start':
      return before === undefined;
    case 'text end':
      return after === undefined;
    case 'line start':
      return before === undefined || before === 10;
    case 'line end':
      return after === undefined || after === 10;
    case 'word edge':
      return isWordChar(before) !== isWordChar(after);
    case 'no word edge':
      return isWordChar(before) === isWordChar(after);
  }
}

/** Whether the pattern matches anywhere in the text. */
export function regexMatches(regex: LinearRegex, text: string): boolean {
  const { steps } = regex;
  const seen = new Int32Array(steps.length).fill(-1);
  let current: number[] = [];
  let index = 0;
  let before: number | undefined;
  for (let turn = 0; ; turn++) {
    const after = index < text.length && index < regexTextMax ? text.codePointAt(index) : undefined;
    // A match may begin anywhere: the first step joins at every turn.
    const stack = [...current, 0];
    const live: number[] = [];
    while (stack.length > 0) {
      const at = stack.pop()!;
      if (seen[at] === turn) continue;
      seen[at] = turn;
      const step = steps[at]!;
      if (step.kind === 'match') return true;
      if (step.kind === 'jump') stack.push(step.to);
      else if (step.kind === 'split') stack.push(step.second, step.first);
      else if (step.kind === 'char') live.push(at);
      else if (holds(step.what, before, after)) stack.push(at + 1);
    }
    if (after === undefined) return false;
    current = [];
    for (const at of live) {
      const step = steps[at]!;
      if (step.kind === 'char' && step.test(after)) current.push(at + 1);
    }
    before = after;
    index += after > 0xffff ? 2 : 1;
  }
}
