/**
 * Rules of an event's settings: the order of times, matching weights that are not all zero, the seller of invoices, badge
 * layout, letters, gamification. Pure.
 */

import { readLayout } from '#shared/badge/read-layout.ts';
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import { invoicingFields } from '#shared/modules/events/invoice.ts';
import { refusal } from '#shared/modules/events/refusals.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import { gamificationProblems } from '../gamification/setting.ts';
import { letterProblems } from '../letters/check-words.ts';
import { timeOf } from './event-status.ts';

export interface EventSettings {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly doorsOpenAt?: string | null;
  readonly networking?: unknown;
  readonly badgeLayout?: unknown;
  readonly invoicing?: unknown;
  readonly gamification?: unknown;
  readonly letters?: unknown;
}

function weightsOf(networking: unknown): readonly unknown[] | null {
  const matching = isObject(networking) ? networking['matching'] : null;
  const weights = isObject(matching) ? matching['weights'] : null;
  return isObject(weights) ? Object.values(weights) : null;
}

/** Returns the problems of a badge layout: a kiosk would print the built-in badge instead of an invalid one. */
function layoutProblems(stored: unknown): readonly Refusal[] {
  const read = stored === null || stored === undefined ? null : readLayout(stored);
  if (read === null || read.ok) return [];
  return read.errors.map(({ message, path }) =>
    refusal('badge_layout_invalid', { message, path: path ? `badgeLayout.${path}` : 'badgeLayout' }),
  );
}

export function checkSettings(settings: EventSettings): Result<null> {
  const problems: Refusal[] = [];
  if (timeOf(settings.endsAt) <= timeOf(settings.startsAt))
    problems.push(refusal('ends_before_start', { path: 'endsAt' }));
  if (settings.doorsOpenAt && timeOf(settings.doorsOpenAt) >= timeOf(settings.endsAt))
    problems.push(refusal('doors_after_end', { path: 'doorsOpenAt' }));
  const weights = weightsOf(settings.networking);
  if (weights && !weights.some((weight) => typeof weight === 'number' && weight > 0)) {
    problems.push(refusal('weights_invalid', { path: 'networking.matching.weights' }));
  }
  const invoicing = readSetting(invoicingFields, settings.invoicing);
  if (invoicing.enabled && !invoicing.sellerName)
    problems.push(refusal('seller_missing', { path: 'invoicing.sellerName' }));
  problems.push(
    ...layoutProblems(settings.badgeLayout),
    ...letterProblems(settings.letters),
    ...gamificationProblems(settings.gamification),
  );
  const [first, ...more] = problems;
  return first ? { ok: false, errors: [first, ...more] } : ok(null);
}
