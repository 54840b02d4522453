/** The page where attendees write their profile, answer matches and agree on meetings. */
import type { Part } from '../part.ts';
import { networkingPages } from './networking-pages.ts';

export const networkingPagePart: Part = {
  name: 'networking-page',
  needs: ['networking'],
  make: (ports) => ({ pages: networkingPages(ports) }),
};
