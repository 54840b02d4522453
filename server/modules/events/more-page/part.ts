/** The page where attendees read messages, cancel, and see what is stored about them. */
import type { Part } from '../part.ts';
import { morePages } from './more-pages.ts';

export const morePagePart: Part = (ports) => ({ pages: morePages(ports) });
