/** What must hold of an event beyond its fields: order of times, a real time zone, weights that weigh. Pure. */

import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import { refusal } from '#shared/modules/events/refusals.ts';
import { timeOf } from './event-status.ts';

export interface EventSettings {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
  readonly networking?: unknown;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function weightsOf(networking: unknown): readonly unknown[] | null {
  const matching = isObject(networking) ? networking['matching'] : null;
  const weights = isObject(matching) ? matching['weights'] : null;
  return isObject(weights) ? Object.values(weights) : null;
}

export function checkSettings(settings: EventSettings): Result<null> {
  const problems: Refusal[] = [];
  if (timeOf(settings.endsAt) <= timeOf(settings.startsAt))
    problems.push(refusal('ends_before_start', { path: 'endsAt' }));
  if (!isTimeZone(settings.timezone)) problems.push(refusal('timezone_unknown', { path: 'timezone' }));
  const weights = weightsOf(settings.networking);
  if (weights && !weights.some((weight) => typeof weight === 'number' && weight > 0)) {
    problems.push(refusal('weights_invalid', { path: 'networking.matching.weights' }));
  }
  const [first, ...more] = problems;
  return first ? { ok: false, errors: [first, ...more] } : ok(null);
}
