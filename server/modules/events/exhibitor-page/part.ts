/** The page where people of an exhibitor read its leads: `/x/{secret}`. */
import type { Part } from '../part.ts';
import { exhibitorPages } from './pages.ts';

export const exhibitorPagePart: Part = {
  name: 'exhibitor-page',
  needs: ['leads'],
  make: (ports) => ({ pages: exhibitorPages(ports) }),
};
