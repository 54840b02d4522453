/** The offer of tickets as the actions answer it, for the steps of the page. */
import type { EventRecord } from '#shared/modules/events/event.ts';
import { moneyText } from '#shared/modules/events/money-text.ts';
import type { offerAnswer, quoteAnswer } from '#shared/modules/events/order-answers.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import type { EventFacts } from './event-facts.ts';
import type { Reading } from './frame.ts';

export type Offer = ValuesOf<typeof offerAnswer>;
export type Offered = Offer['tickets'][number];
export type Question = Offer['questions'][number];
export type Quote = ValuesOf<typeof quoteAnswer>;

export interface Sale {
  readonly reading: Reading;
  readonly event: EventRecord;
  readonly facts: EventFacts;
  readonly offer: Offer;
  readonly preview: boolean;
}

export interface Money {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export function sumText({ amount, currency }: Money, { tag }: Pick<Reading, 'tag'>): string {
  return moneyText(amount, currency, tag);
}

export function priceText(money: Money, reading: Reading): string {
  return money.amount === 0 ? reading.words.free : sumText(money, reading);
}

/** Finds a ticket type or an add-on of the offer by its key. */
export function offeredBy({ offer }: Pick<Sale, 'offer'>, key: string): Offered | undefined {
  return [...offer.tickets, ...offer.addOns].find(({ id }) => id === key);
}
