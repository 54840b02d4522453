/** `events.offer`: what can be bought now, as a registration page shows it. */
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { offer } from '#shared/modules/events/order-actions.ts';
import { priceOrder } from '#shared/modules/events/price-order.ts';
import { mayCost, nextPriceAt, stepNow } from '#shared/modules/events/price-steps.ts';
import type { VoucherRecord } from '#shared/modules/events/voucher.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { seatsLeft } from '../event/seats.ts';
import { eventOf, ticketTypesOf } from '../records.ts';
import { questionsOf } from './attendees.ts';
import { findVoucher, usesLeft, voucherTerms } from './find-voucher.ts';
import { termsAnswer, voucherAnswer } from './order-answer.ts';
import { methodsOf } from './order-method.ts';
import { soldAtSteps } from './places.ts';
import { checkOpen } from './price-items.ts';
import { type BuyingScene, isAddOnTo, isGuest, isShown, isUnlocked, saleProblem } from './read-items.ts';

/** Guests see an exact number of seats left only where it is below this one. */
const shownBelow = 50;

interface Scene extends BuyingScene {
  readonly event: EventRecord;
  readonly types: readonly TicketTypeRecord[];
  readonly soldAt: (typeId: string, step: string) => number;
}

async function leftFor(
  reader: Reader,
  type: TicketTypeRecord,
  { event, nowMs, voucher }: Scene,
): Promise<number | null> {
  const own = voucher && { id: voucher.id, uses: usesLeft(voucher) ?? Number.MAX_SAFE_INTEGER };
  const left = await seatsLeft(reader, event, type, isoTime(nowMs), own);
  return left && Math.max(0, left.available);
}

function stateOf(type: TicketTypeRecord, left: number | null, scene: Scene) {
  const problem = saleProblem(type, scene.nowMs);
  if (problem) return problem.code === 'sale_not_started' ? 'not_started' : 'ended';
  return left !== null && left < type.minPerOrder ? 'sold_out' : 'on_sale';
}

async function offered(reader: Reader, type: TicketTypeRecord, scene: Scene) {
  const { nowMs, soldAt, types, voucher } = scene;
  const left = await leftFor(reader, type, scene);
  const wanted = [{ owner: 0, type, quantity: 1, path: 'ticketType' }];
  const withVoucher = priceOrder(wanted, { nowMs, soldAt, voucher: voucher && voucherTerms(voucher) });
  const priced = withVoucher.ok ? withVoucher : priceOrder(wanted, { nowMs, soldAt, voucher: null });
  const [line] = priced.ok ? priced.value.lines : [];
  const { currency, taxIncluded: included, taxName: name, taxPercent: percent } = type;
  const next = nextPriceAt(type, nowMs);
  const isCountShown = (count: number | null): count is number =>
    count !== null && (!scene.isGuest || count < shownBelow);
  const { left: atPrice } = stepNow(type, nowMs, soldAt);
  const isFewer = isCountShown(atPrice) && (left === null || atPrice < left);
  return {
    ...{ id: type.key, ticketType: type.id, name: type.name, description: type.description, perks: type.perks ?? [] },
    kind: type.kind,
    price: { amount: line?.unit ?? type.amount, currency },
    pays: { amount: line?.amount ?? type.amount, currency },
    tax: { percent, name, included, amount: line?.tax ?? 0 },
    ...(line?.step && { step: line.step }),
    ...(next !== null && { nextPriceAt: next }),
    state: stateOf(type, left, scene),
    ...(isCountShown(left) && { available: left }),
    ...(isFewer && { availableAtPrice: atPrice }),
    ...{
      saleStart: type.saleStart,
      saleEnd: type.saleEnd,
      minPerOrder: type.minPerOrder,
      maxPerOrder: type.maxPerOrder,
    },
    unlocked: type.hidden && isUnlocked(type, voucher),
    addOns: types.filter((one) => isAddOnTo(one, type) && isShown(one, scene)).map(({ key }) => key),
  };
}

async function questionsShown(reader: Reader, eventId: string, types: readonly TicketTypeRecord[]) {
  const asked = await questionsOf(reader, eventId);
  return asked.map(({ help, key, kind, options, required, text, ticketTypes }) => ({
    ...{ key, text, help, kind, options: options ?? [], required },
    ticketTypes: types.filter(({ id }) => ticketTypes?.includes(id)).map((type) => type.key),
  }));
}

export const offerAction = action(offer, async (reader, input, { actor, clock }) => {
  const nowMs = clock();
  const found = await eventOf(reader, input.eventId);
  if (!found.ok) return found;
  const event = found.value;
  const open = checkOpen(event, nowMs);
  const guest = isGuest(actor);
  // Staff who sell can view a draft before it is published.
  if (!open.ok && guest) return open;
  const asked = await findVoucher(reader, event.id, input.voucher, nowMs);
  const voucher: VoucherRecord | null = asked.ok ? asked.value : null;
  const all = await ticketTypesOf(reader, event.id);
  const buying = { nowMs, isGuest: guest, voucher };
  const types = all.filter((type) => isShown(type, buying));
  const scene: Scene = { ...buying, event, types, soldAt: await soldAtSteps(reader, types) };
  const shown = [];
  for (const type of types) shown.push(await offered(reader, type, scene));
  return ok({
    ...{ eventId: event.id, name: event.name, status: eventStatusAt(event, nowMs) },
    currency: types.find(({ amount }) => amount > 0)?.currency ?? types[0]?.currency ?? null,
    tickets: shown.filter(({ kind }) => kind === 'admission'),
    addOns: shown.filter(({ kind }) => kind === 'add_on'),
    questions: await questionsShown(reader, event.id, types),
    ...voucherAnswer(voucher),
    ...(!asked.ok && { voucherProblem: asked.errors[0].code }),
    methods: methodsOf(event, types.some(mayCost) ? 1 : 0),
    ...termsAnswer(event),
  });
});
