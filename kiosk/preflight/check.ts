/**
 * The type of a check that runs before the event opens, and the closed lists of checks and of their findings. Types and
 * lists only: the checks are in the files beside this one, the words for the findings in kiosk/screens/preflight.
 */

/** Checks in the order in which people read them. */
export const checkIds = [
  'first_load',
  'data_age',
  'server',
  'other_kiosks',
  'clock',
  'version',
  'lease',
  'event',
  'gate',
  'rooms',
  'supervisors',
  'unsent',
  'parked',
  'offline_start',
  'storage',
  'disk',
  'journal',
  'printer',
  'paper',
  'test_print',
  'scanner',
  'camera',
  'sound',
  'power',
  'languages',
] as const;
export type CheckId = (typeof checkIds)[number];

/** Checks for devices that admit people: an exhibitor's device does not run them. */
export const admissionChecks: ReadonlySet<CheckId> = new Set([
  ...(['other_kiosks', 'gate', 'rooms', 'supervisors'] as const),
  ...(['printer', 'paper', 'test_print'] as const),
]);

/** Possible findings by check, each with its level. */
export const findings = {
  first_load: { ok: 'ok', empty: 'warn', missing: 'fail' },
  data_age: { ok: 'ok', stale: 'warn', old: 'fail', never: 'fail' },
  server: { ok: 'ok', slow: 'warn', cut: 'warn', unwell: 'fail', unreachable: 'fail' },
  other_kiosks: {
    ...({ ok: 'ok', single: 'ok', unused: 'ok', switched_off: 'ok' } as const),
    ...({ alone: 'warn', no_address: 'warn', no_key: 'warn', failed: 'warn' } as const),
  },
  clock: { ok: 'ok', corrected: 'warn', untrusted: 'fail' },
  version: { ok: 'ok', differs: 'warn', unknown: 'warn', too_old: 'fail' },
  lease: { ok: 'ok', short: 'warn', expired: 'fail', revoked: 'fail' },
  event: { ok: 'ok', another_day: 'warn', over: 'warn', cancelled: 'fail', missing: 'fail' },
  gate: { ok: 'ok', opens_later: 'warn', closed: 'fail', exit_only: 'warn', missing: 'fail' },
  rooms: { ok: 'ok', none: 'ok', short: 'warn', empty: 'fail' },
  supervisors: { ok: 'ok', none: 'warn', outdated: 'warn', unneeded: 'ok' },
  unsent: { ok: 'ok', waiting: 'warn' },
  parked: { ok: 'ok', some: 'fail' },
  offline_start: { ok: 'ok', update: 'ok', preparing: 'warn', unsupported: 'warn' },
  storage: { ok: 'ok', not_persistent: 'warn', low: 'warn', full: 'fail', unknown: 'warn' },
  disk: { ok: 'ok', slow: 'warn', broken: 'fail', corrupt: 'fail' },
  journal: { ok: 'ok', broken: 'fail' },
  printer: { ok: 'ok', busy: 'ok', none: 'warn', host_lost: 'fail', trouble: 'fail' },
  paper: { ok: 'ok', not_needed: 'ok', look: 'warn', low: 'warn', out: 'fail', unknown: 'warn' },
  test_print: { ok: 'ok', not_tried: 'warn', failed: 'fail', no_printer: 'warn' },
  scanner: { ok: 'ok', camera: 'ok', skipped: 'warn', no_end: 'fail', layout: 'fail', unclear: 'warn' },
  camera: { ok: 'ok', off: 'ok', dark: 'warn', denied: 'fail', missing: 'warn', trouble: 'fail' },
  sound: { ok: 'ok', off: 'ok', blocked: 'warn', missing: 'warn' },
  power: { ok: 'ok', may_sleep: 'warn', on_battery: 'warn' },
  languages: { ok: 'ok', incomplete: 'warn' },
} as const satisfies Readonly<Record<CheckId, Readonly<Record<string, CheckLevel>>>>;

/** `fail`: people would be turned away, or something would be lost; `warn`: it works, but look at it. */
export type CheckLevel = 'ok' | 'warn' | 'fail';

/** Findings that any check can have: it did not answer in its time, or broke. */
export const commonFindings = { timeout: 'fail', fault: 'fail' } as const satisfies Readonly<
  Record<string, CheckLevel>
>;

export type FindingOf<Id extends CheckId> = (keyof (typeof findings)[Id] & string) | keyof typeof commonFindings;

export type CheckFacts = Readonly<Record<string, string | number>>;

export interface CheckResult {
  readonly level: CheckLevel;
  /** One of the check's `findings`, or of the common ones. */
  readonly finding: string;
  /** Measured values for the sentence: times in milliseconds, sizes in bytes, names as they are. */
  readonly facts: CheckFacts;
}

export interface Check {
  readonly id: CheckId;
  /** Time after which the check counts as not answered, milliseconds; the whole run has `runLimitMs`. */
  readonly timeoutMs: number;
  /** @param signal aborts when the check's time is over: running work then releases its devices */
  run(signal: AbortSignal): Promise<CheckResult>;
}

/** The result of a check by its finding; the level follows from the list above. */
export function found<Id extends CheckId>(
  id: Id,
  finding: keyof (typeof findings)[Id] & string,
  facts: CheckFacts = {},
): CheckResult {
  const levels: Readonly<Record<string, CheckLevel>> = findings[id];
  return { level: levels[finding] ?? 'fail', finding, facts };
}
