/** The public pages around a sale: registration, order, test payment, waiting list. */
import type { Part } from '../part.ts';
import { orderPages } from './order-pages.ts';
import { pageLinksAction } from './page-links.ts';
import { registrationPages } from './registration-pages.ts';
import { waitingPages } from './waiting-pages.ts';

export const registrationPagePart: Part = {
  name: 'registration-page',
  needs: ['event', 'registration', 'orders'],
  make: (ports) => ({
    actions: [pageLinksAction(ports)],
    pages: [...registrationPages(ports), ...orderPages(ports), ...waitingPages(ports)],
  }),
};
