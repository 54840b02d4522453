/**
 * Chooses the price that applies: the latest step whose time has come, the next one that is not sold out where it is, else
 * the base price. Pure.
 */
import { must } from '../../base/assert.ts';
import { isoTime, parseTime } from '../../base/time.ts';
import type { TicketTypeRecord } from './event.ts';

/** Fields of a ticket type that pricing needs. */
export type SellableType = Pick<
  TicketTypeRecord,
  'id' | 'kind' | 'currency' | 'amount' | 'priceSteps' | 'taxPercent' | 'taxName' | 'taxIncluded'
>;

type Step = NonNullable<SellableType['priceSteps']>[number];
type SoldAt = (typeId: string, step: string) => number;

const timeOf = (step: Step) => must(parseTime(step.from), 'the time of a price step');

function inOrder(type: SellableType): readonly Step[] {
  return [...(type.priceSteps ?? [])].sort((a, b) => timeOf(a) - timeOf(b));
}

export interface StepNow {
  /** Null: the ticket type's own price. */
  readonly step: string | null;
  /** Minor units. */
  readonly unit: number;
  /** Number that is left at this price; null: any number. */
  readonly left: number | null;
}

/** @param soldAt number sold at a step, with what the same order already takes of it */
export function stepNow(type: SellableType, nowMs: number, soldAt: SoldAt): StepNow {
  const steps = inOrder(type);
  const begun = steps.filter((step) => timeOf(step) <= nowMs).length;
  for (const { amount, name, quantity } of begun === 0 ? [] : steps.slice(begun - 1)) {
    const left = quantity === null || quantity === undefined ? null : quantity - soldAt(type.id, name);
    if (left === null || left > 0) return { step: name, unit: amount ?? 0, left };
  }
  return { step: null, unit: type.amount, left: null };
}

/** Returns the start of the next step; null: there is none. */
export function nextPriceAt(type: SellableType, nowMs: number): string | null {
  const next = inOrder(type).find((step) => timeOf(step) > nowMs);
  return next ? isoTime(timeOf(next)) : null;
}

/** Whether a ticket type costs something now or at one of its price steps. */
export function mayCost({
  price,
  priceSteps,
}: {
  readonly price: number;
  readonly priceSteps?: readonly { readonly price: number }[] | null | undefined;
}): boolean {
  return price > 0 || (priceSteps ?? []).some((step) => step.price > 0);
}

interface Splittable {
  readonly type: SellableType;
  readonly quantity: number;
}

interface Part<L> {
  readonly line: L;
  readonly step: string | null;
  readonly unit: number;
  readonly quantity: number;
}

/** Splits each line into parts of one price: one order can have the last tickets of a step and the first ones of the next. */
export function splitBySteps<L extends Splittable>(
  lines: readonly L[],
  nowMs: number,
  soldAt: SoldAt,
): readonly Part<L>[] {
  const taken = new Map<string, number>();
  const keyOf = (typeId: string, step: string) => JSON.stringify([typeId, step]);
  const soldWithThese: SoldAt = (typeId, step) => soldAt(typeId, step) + (taken.get(keyOf(typeId, step)) ?? 0);
  return lines.flatMap((line) => {
    const parts: Part<L>[] = [];
    for (let wanted = line.quantity; wanted > 0; ) {
      const { left, step, unit } = stepNow(line.type, nowMs, soldWithThese);
      const quantity = Math.min(wanted, left ?? wanted);
      parts.push({ line, step, unit, quantity });
      if (step !== null) {
        const key = keyOf(line.type.id, step);
        taken.set(key, (taken.get(key) ?? 0) + quantity);
      }
      wanted -= quantity;
    }
    return parts;
  });
}
