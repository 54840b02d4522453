/** Takes goods from stock and returns them, as movements: the sum of a variant's movements is its stock. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { linesMax } from '#shared/modules/lines.ts';
import { where } from '#shared/query/query.ts';
import type { Errand, RecordWriter } from '../common/record-writer.ts';

/** Maximum number of movements of an order that are read. Checkout and return make at most one each for a line. */
const movementsMax = linesMax * 4;

export interface Wanted {
  readonly variant: string;
  readonly sku: string;
  readonly quantity: number;
  /** Quantity in stock now. */
  readonly inStock: number;
}

/** Takes the goods of an order from stock, or refuses with `out_of_stock`. */
export async function takeStock(
  writer: RecordWriter,
  errand: Errand,
  order: string,
  wanted: readonly Wanted[],
): Promise<Result<null>> {
  const sums = Map.groupBy(wanted, (one) => one.variant);
  for (const [variant, ones] of sums) {
    const quantity = ones.reduce((sum, one) => sum + one.quantity, 0);
    const [{ sku, inStock }] = ones as [Wanted];
    if (quantity > inStock)
      return refuse({
        code: 'out_of_stock',
        message: `Only ${inStock} of ${sku} are in stock, not ${quantity}.`,
        detail: { sku, inStock, quantity },
      });
    const moved = await writer.create(errand, 'stock_movements', {
      variant,
      quantity: -quantity,
      reason: 'sale',
      order,
    });
    if (!moved.ok) return moved;
  }
  return ok(null);
}

/** Returns the stock that an order took and has not returned yet. */
export async function returnStock(writer: RecordWriter, errand: Errand, order: string): Promise<Result<null>> {
  const movements = await errand.tx.find('stock_movements', { where: where({ order }), limit: movementsMax });
  for (const [variant, ones] of Map.groupBy(movements, (one) => String(one['variant']))) {
    const taken = -ones.reduce((sum, one) => sum + Number(one['quantity']), 0);
    if (taken <= 0) continue;
    const moved = await writer.create(errand, 'stock_movements', { variant, quantity: taken, reason: 'return', order });
    if (!moved.ok) return moved;
  }
  return ok(null);
}
