/** SY17, exhaustively over small worlds: no order of steps breaks `inside + outstanding ≤ capacity + reported`. */
import { expect, test } from 'vitest';
import { tryEveryOrder } from './lease-orders.ts';

const few = { onTheLine: 1, overrides: 1, forgets: 0, jumps: 1 };

test.each([
  // Twelve steps are what it takes for a renewed lease to count one late scan and miss another.
  { ...few, kiosks: 1, capacity: 2, depth: 13 },
  { ...few, kiosks: 2, capacity: 2, depth: 9, jumps: 2 },
  { ...few, kiosks: 3, capacity: 3, depth: 7, forgets: 1, onTheLine: 2 },
])('SY17 $kiosks kiosks at $capacity places, every order of $depth steps', (bounds) => {
  expect(tryEveryOrder(bounds)).toMatchObject({ broken: null });
});
