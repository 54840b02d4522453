/** Turns a check's result into its sentences. Pure; the words stand in `words/`. */
import type { CheckFacts, CheckId, CheckResult } from '#kiosk/preflight/check.ts';
import { isoTime } from '#shared/base/time.ts';
import type { Formats } from '../words/formats.ts';
import type { Facts, PreflightWords, Said } from './words/preflight-words.ts';

export interface Sentences {
  readonly found: string;
  readonly next?: string;
}

/** @param nowMs Unix milliseconds: times of today go without their day */
export function readFacts(facts: CheckFacts, formats: Formats, nowMs: number): Facts {
  const figure = (name: string): number | null => (typeof facts[name] === 'number' ? facts[name] : null);
  const spelled = (name: string, spell: (value: number) => string): string => {
    const value = figure(name);
    return value === null ? '' : formats.own(spell(value));
  };
  return {
    text: (name) => formats.own(String(facts[name] ?? '')),
    number: (name) => spelled(name, formats.number),
    duration: (name) => spelled(name, (ms) => formats.duration(Math.abs(ms))),
    time: (name) => spelled(name, (ms) => formats.time(isoTime(ms), nowMs)),
    percent: (name) => spelled(name, (percent) => formats.percent(percent / 100)),
    bytes: (name) => spelled(name, formats.bytes),
  };
}

export function say(words: PreflightWords, id: CheckId, { finding }: CheckResult, facts: Facts): Sentences {
  const own: Readonly<Record<string, Said>> = words.checks[id].findings;
  const common: Readonly<Record<string, Said>> = words.common;
  const [found, next] = own[finding] ?? common[finding] ?? words.common.fault;
  return { found: typeof found === 'string' ? found : found(facts), ...(next === undefined ? {} : { next }) };
}
