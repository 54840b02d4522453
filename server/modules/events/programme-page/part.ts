/** The page where attendees see the programme, book places, wait for them and rate sessions. */
import type { Part } from '../part.ts';
import { programmePages } from './programme-pages.ts';

export const programmePagePart: Part = {
  name: 'programme-page',
  needs: ['schedule'],
  make: (ports) => ({ pages: programmePages(ports) }),
};
