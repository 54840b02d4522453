/** Cart → order: prices, tax and discount as of now, the stock taken, all in one transaction. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { checkoutCart } from '#shared/modules/commerce/actions.ts';
import type { discountCodes, products, productVariants, taxRates } from '#shared/modules/commerce/catalog.ts';
import type { carts } from '#shared/modules/commerce/sales.ts';
import { totalsOf } from '#shared/modules/lines.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action } from '../../core/collections/action.ts';
import type { Transaction } from '../../store/contract.ts';
import { answerOf, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';
import { takeStock, type Wanted } from './stock.ts';

type Cart = RecordOf<typeof carts>;
type Discount = RecordOf<typeof discountCodes>;

interface OrderLine {
  readonly title: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly taxPercent: number;
  readonly variant: string;
}

interface Bag {
  readonly lines: readonly OrderLine[];
  readonly wanted: readonly Wanted[];
}

async function packed(tx: Transaction, { items, currency }: Cart): Promise<Result<Bag>> {
  const lines: OrderLine[] = [];
  const wanted: Wanted[] = [];
  for (const [i, item] of (items ?? []).entries()) {
    const variant = (await tx.get('product_variants', item.variant)) as RecordOf<typeof productVariants> | null;
    const product = variant && ((await tx.get('products', variant.product)) as RecordOf<typeof products> | null);
    if (!variant?.active || product?.status !== 'active')
      return refuse({
        code: 'product_not_on_sale',
        message: `Line ${i + 1} is not on sale.`,
        detail: { variant: item.variant },
      });
    const sold = variant.price === null ? product.currency : (variant.currency ?? product.currency);
    if (sold !== currency)
      return refuse({
        code: 'cart_currency_mixed',
        message: `Line ${i + 1} is sold in ${sold}, the cart is in ${currency}.`,
        detail: { variant: variant.id },
      });
    const rate = product.taxRate
      ? ((await tx.get('tax_rates', product.taxRate)) as RecordOf<typeof taxRates> | null)
      : null;
    const { quantity } = item;
    lines.push({
      title: `${product.name}, ${variant.title}`.slice(0, 200),
      quantity,
      unitAmount: variant.price ?? product.price,
      taxPercent: rate?.percent ?? 0,
      variant: variant.id,
    });
    if (variant.stockTracked)
      wanted.push({ variant: variant.id, sku: variant.sku, quantity, inStock: variant.stockQuantity });
  }
  return lines.length > 0
    ? ok({ lines, wanted })
    : refuse({ code: 'cart_empty', message: 'The cart is empty. Add something first.' });
}

/** @returns minor units off the subtotal */
function discountOf(code: Discount, subtotal: number, currency: string, now: string): Result<number> {
  const no = (why: string) => refuse({ code: 'discount_not_valid', message: why, path: 'discountCode' });
  if (!code.active || (code.startsAt ?? now) > now || (code.endsAt ?? now) < now)
    return no(`The code ${code.code} is not valid now.`);
  if (code.usesMax !== null && code.useCount >= code.usesMax) return no(`The code ${code.code} has been used up.`);
  if (subtotal < code.minimumAmount) return no(`The code ${code.code} requires a larger order.`);
  if (code.kind === 'percent') return ok(Math.round((subtotal * (code.percent ?? 0)) / 100));
  if (code.currency !== currency) return no(`The code ${code.code} is not for ${currency}.`);
  return ok(Math.min(code.amount ?? 0, subtotal));
}

export function checkoutCartAction(writer: RecordWriter) {
  return action(checkoutCart, async (tx, { cartId, shippingAmount = 0, shippingAddress, note }, context) => {
    const found = await needed(tx, 'carts', cartId, 'cart');
    if (!found.ok) return found;
    const cart = found.value as unknown as Cart;
    if (cart.status !== 'open')
      return refuse({
        code: 'state_conflict',
        message: `The cart is ${cart.status}.`,
        detail: { status: cart.status },
      });
    if (!cart.customer)
      return refuse({ code: 'required', message: 'The cart needs a customer first.', path: 'customer' });
    const bag = await packed(tx, cart);
    if (!bag.ok) return bag;
    const { lines, wanted } = bag.value;
    const code = cart.discountCode ? ((await tx.get('discount_codes', cart.discountCode)) as Discount | null) : null;
    const { subtotalAmount } = totalsOf(lines);
    const discount = code ? discountOf(code, subtotalAmount, cart.currency, tx.now) : ok(0);
    if (!discount.ok) return discount;
    const errand = { tx, context };
    const order = await writer.create(errand, 'orders', {
      customer: cart.customer,
      currency: cart.currency,
      lines,
      discountAmount: discount.value,
      discountCode: code?.id ?? null,
      cart: cart.id,
      shippingAmount,
      shippingAddress: shippingAddress ?? null,
      note: note ?? null,
    });
    if (!order.ok) return order;
    const taken = await takeStock(writer, errand, order.value.id, wanted);
    if (!taken.ok) return taken;
    if (code) await tx.update('discount_codes', code.id, { useCount: code.useCount + 1 });
    const closed = await writer.update(errand, 'carts', cart.id, { status: 'ordered' });
    return closed.ok ? answerOf(order) : closed;
  });
}
