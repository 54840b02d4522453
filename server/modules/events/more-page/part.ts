/** The page where attendees read messages, cancel, and see what is stored about them. */
import type { Part } from '../part.ts';
import { morePages } from './more-pages.ts';

export const morePagePart: Part = {
  name: 'more-page',
  needs: ['event', 'registration'],
  make: (ports, parts) => ({
    pages: morePages(
      ports,
      parts.flatMap(({ personal = [] }) => personal),
    ),
  }),
};
