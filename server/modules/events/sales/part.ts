/** Sales in numbers. It has no records of its own. */
import type { Part } from '../part.ts';
import { salesOverviewAction } from './sales-overview.ts';

export const salesPart: Part = {
  name: 'sales',
  needs: ['event', 'registration', 'payments'],
  make: () => ({ actions: [salesOverviewAction] }),
};
