/** The type of the self-service catalogues: what guests read, and the PIN dialog of staff. */

import type { Hint } from '../staff-code.ts';
import type { Ending } from '../visit.ts';

interface Said {
  readonly title: string;
  readonly sentence: string;
}

export interface SelfServiceWords {
  readonly welcome: string;
  readonly scan: string;
  readonly how: { readonly camera: string; readonly scanner: string };
  readonly languages: string;
  readonly notReady: Said;
  readonly outOfOrder: Said;
  readonly moment: string;
  readonly hello: (firstName: string) => string;
  readonly questions: {
    readonly title: string;
    readonly progress: (nth: string, all: string) => string;
    readonly yes: string;
    readonly no: string;
    readonly next: string;
    readonly skip: string;
    readonly back: string;
    readonly answer: string;
  };
  readonly badge: {
    readonly title: string;
    readonly picture: string;
    readonly print: string;
    readonly wrong: string;
    readonly drawing: string;
    readonly soon: (seconds: string) => string;
  };
  readonly printing: Said;
  readonly endings: Readonly<Record<Ending, Said>>;
  readonly hints: Readonly<Record<Hint, Said>>;
  readonly staffCode: string;
  readonly gates: (names: string) => string;
  readonly opens: (time: string) => string;
  readonly next: string;
  readonly resets: (seconds: string) => string;
  readonly stillThere: { readonly title: string; readonly sentence: (seconds: string) => string; readonly yes: string };
  readonly cancel: string;
  readonly staff: {
    readonly open: string;
    readonly title: string;
    readonly pin: string;
    readonly delete: string;
    readonly enter: string;
    readonly checking: string;
    readonly wrong: (left: string) => string;
    readonly locked: (time: string) => string;
    readonly no_supervisor: string;
    readonly offline: string;
    readonly failed: string;
    readonly settings: string;
    readonly preflight: string;
    readonly codes: string;
    readonly codesHow: string;
    readonly answers: string;
    readonly badgeWrong: string;
    readonly badgeLater: string;
  };
}
