/**
 * The cart as addresses and forms carry it: `n.vip=2` in the first step, then one person after the other (`p0.t=vip`,
 * `p0.a.workshop=1`). Every step is made from it alone, so Back and a reload lose nothing.
 */
import { orderItemsMax } from '#shared/modules/events/order.ts';
import type { Offer, Offered } from './sale.ts';

export type Params = Pick<URLSearchParams, 'get'> & { keys(): Iterable<string> };

export interface ChosenAddOn {
  readonly ticketType: string;
  readonly quantity: number;
}
export interface Chosen {
  readonly ticketType: string;
  readonly addOns: readonly ChosenAddOn[];
}
export interface Cart {
  /** One for each person. */
  readonly people: readonly Chosen[];
  readonly voucher: string | null;
  /** Quantities for the fields, by key: as entered, but not more than one order may have. */
  readonly quantities: ReadonlyMap<string, number>;
  /**
   * Keys whose quantity cannot be ordered: no number, more or fewer than an order may have, not on sale, or an add-on without
   * a person who may have it.
   */
  readonly wrong: ReadonlySet<string>;
}

const codeMax = 64;
const digits = /^\d{1,4}$/;

/** Maximum number in one order: the limit of the type, or fewer seats left where their number is shown. */
export function mostOf({ available, maxPerOrder }: Offered): number {
  return Math.min(maxPerOrder, available ?? maxPerOrder);
}

export function isOnSale({ state }: Offered): boolean {
  return state === 'on_sale';
}

function quantitiesIn(params: Params, offered: readonly Offered[]) {
  const quantities = new Map<string, number>();
  const wrong = new Set<string>();
  for (const one of offered) {
    const text = (params.get(`n.${one.id}`) ?? '').trim();
    if (text === '' || text === '0') continue;
    const most = mostOf(one);
    const quantity = digits.test(text) ? Number(text) : 0;
    if (quantity === 0 || quantity > most || quantity < one.minPerOrder || !isOnSale(one)) wrong.add(one.id);
    if (isOnSale(one)) quantities.set(one.id, Math.min(quantity, most));
  }
  return { quantities, wrong };
}

/** Add-ons go to the first people who may have them, one each, then a second one. */
function withAddOns(types: readonly string[], offer: Offer, quantities: ReadonlyMap<string, number>) {
  const people = types.map((ticketType) => ({ ticketType, addOns: [] as { ticketType: string; quantity: number }[] }));
  const without = new Set<string>();
  for (const { id } of offer.addOns) {
    const fitting = people.filter((one) =>
      offer.tickets.find((type) => type.id === one.ticketType)?.addOns.includes(id),
    );
    const quantity = quantities.get(id) ?? 0;
    if (quantity > 0 && fitting.length === 0) without.add(id);
    fitting.forEach((one, n) => {
      const share = Math.floor(quantity / fitting.length) + (n < quantity % fitting.length ? 1 : 0);
      if (share > 0) one.addOns.push({ ticketType: id, quantity: share });
    });
  }
  return { people, without };
}

/** Counts the people of a form. */
function peopleIn(params: Params): number {
  let count = 0;
  while (count < orderItemsMax && params.get(`p${count}.t`) !== null) count += 1;
  return count;
}

function personIn(params: Params, n: number, offer: Offer): Chosen | null {
  const ticketType = params.get(`p${n}.t`);
  const type = offer.tickets.find(({ id }) => id === ticketType);
  if (!type) return null;
  const addOns = type.addOns.flatMap((id) => {
    const text = params.get(`p${n}.a.${id}`) ?? '';
    const quantity = text === 'on' ? 1 : digits.test(text) ? Number(text) : 0;
    return quantity > 0 ? [{ ticketType: id, quantity }] : [];
  });
  return { ticketType: type.id, addOns };
}

export function quantitiesOf(people: readonly Chosen[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (key: string, quantity: number) => found.set(key, (found.get(key) ?? 0) + quantity);
  for (const { addOns, ticketType } of people) {
    add(ticketType, 1);
    for (const one of addOns) add(one.ticketType, one.quantity);
  }
  return found;
}

export function readCart(params: Params, offer: Offer): Cart {
  const voucher = (params.get('code') ?? '').trim().slice(0, codeMax) || null;
  const count = peopleIn(params);
  if (count > 0) {
    const people = Array.from({ length: count }, (_, n) => personIn(params, n, offer)).filter((one) => one !== null);
    return { people, voucher, quantities: quantitiesOf(people), wrong: new Set() };
  }
  const { quantities, wrong } = quantitiesIn(params, [...offer.tickets, ...offer.addOns]);
  const types = offer.tickets.flatMap(({ id }) => Array.from({ length: quantities.get(id) ?? 0 }, () => id));
  const { people, without } = withAddOns(types.slice(0, orderItemsMax), offer, quantities);
  return { people, voucher, quantities, wrong: new Set([...wrong, ...without]) };
}

/** The query of the first step. */
export function cartQuery({ people, voucher }: Pick<Cart, 'people' | 'voucher'>): Readonly<Record<string, string>> {
  const quantities = [...quantitiesOf(people)].map(([key, quantity]) => [`n.${key}`, String(quantity)] as const);
  return { ...Object.fromEntries(quantities), ...(voucher !== null && { code: voucher }) };
}
