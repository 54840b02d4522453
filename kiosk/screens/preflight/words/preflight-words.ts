/** The type of the pre-flight's catalogues: for every check a name, for everything it can find a sentence and what to do. */
import type { CheckId, commonFindings, FindingOf } from '#kiosk/preflight/check.ts';

/** Reads what a check measured, spelled in the language of the catalogue; empty where it is not there. */
export interface Facts {
  text(name: string): string;
  number(name: string): string;
  /** Reads a duration, from milliseconds. */
  duration(name: string): string;
  /** Reads a moment, from Unix milliseconds. */
  time(name: string): string;
  /** Reads a percentage, from 0 to 100. */
  percent(name: string): string;
  bytes(name: string): string;
}

/** The finding and the next step; the step is absent where nothing is to be done. */
export type Said = readonly [found: string | ((facts: Facts) => string), next?: string];

type Common = keyof typeof commonFindings;

export interface PreflightWords {
  readonly title: string;
  readonly about: string;
  readonly run: string;
  readonly runAgain: string;
  readonly running: string;
  readonly progress: (done: string, all: string) => string;
  readonly whole: Readonly<Record<'ok' | 'warn' | 'fail', string>>;
  readonly levels: Readonly<Record<'ok' | 'warn' | 'fail', string>>;
  readonly waiting: string;
  readonly checkAgain: (check: string) => string;
  readonly again: string;
  /** Leaves the check for the work. */
  readonly begin: string;
  readonly scan: { readonly title: string; readonly how: string; readonly code: string; readonly skip: string };
  readonly printTest: string;
  readonly printing: string;
  readonly toDo: string;
  readonly common: Readonly<Record<Common, Said>>;
  readonly checks: {
    readonly [Id in CheckId]: {
      readonly name: string;
      readonly findings: Readonly<Record<Exclude<FindingOf<Id>, Common>, Said>>;
    };
  };
}
