/**
 * Decides, by a pure rule, when a downloaded update may be installed, and installs it then. A port downloads and installs:
 * no updater is packed yet, so index.ts does not start this; packages are installed by hand until then.
 */

export interface Updater {
  /** @returns the version that is downloaded and verified and waits, null when there is none */
  ready(): Promise<string | null>;
  /** Ends the program and starts the new one. */
  install(): Promise<void>;
}

export interface UpdateFacts {
  /** Minutes since local midnight. */
  readonly minuteOfDay: number;
  /** Start of the period in which installing is allowed, minutes since local midnight; the period may go over midnight. */
  readonly allowedFrom: number;
  /** End of that period, exclusive, minutes since local midnight; equal to the start: never. */
  readonly allowedUntil: number;
  /** Badges waiting or under way. */
  readonly queuedJobs: number;
  /** Scans that the server has not got; null when not known. */
  readonly unsentScans: number | null;
  /** Time since the last touch, key or badge. */
  readonly idleMs: number;
  readonly upMs: number;
}

export type UpdateDecision =
  | 'install'
  | 'outside_hours'
  | 'badges_waiting'
  | 'scans_unsent'
  | 'in_use'
  | 'just_started';

const idleEnoughMs = 15 * 60_000;
/** A version that dies at once must not install the next at once. */
const upEnoughMs = 10 * 60_000;

export function decideUpdate(facts: UpdateFacts): UpdateDecision {
  const { minuteOfDay, allowedFrom, allowedUntil } = facts;
  const overMidnight = allowedFrom > allowedUntil;
  const since = minuteOfDay >= allowedFrom;
  const before = minuteOfDay < allowedUntil;
  if (overMidnight ? !since && !before : !since || !before) return 'outside_hours';
  if (facts.queuedJobs > 0) return 'badges_waiting';
  if (facts.unsentScans !== 0) return 'scans_unsent';
  if (facts.idleMs < idleEnoughMs) return 'in_use';
  return facts.upMs < upEnoughMs ? 'just_started' : 'install';
}

/** Asks once; meant for a timer that calls it every few minutes. @returns what was decided, null when nothing waits */
export async function installWhenQuiet(
  updater: Updater,
  facts: () => UpdateFacts,
  /** Ends jobs under way and refuses new ones. */
  stopPrinters: () => Promise<void>,
): Promise<UpdateDecision | null> {
  if ((await updater.ready()) === null) return null;
  const decision = decideUpdate(facts());
  if (decision !== 'install') return decision;
  await stopPrinters();
  await updater.install();
  return decision;
}
