/** The texts of the ticket page, in every language. */

import type { Language } from '#shared/base/languages.ts';
import type { TicketPageState } from './page-data.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import type { PageWords } from './words/page-words.ts';

export const stateTones: Readonly<Record<Exclude<TicketPageState, 'confirmed'>, 'wait' | 'stop'>> = {
  pending: 'wait',
  waitlisted: 'wait',
  expired: 'stop',
  cancelled: 'stop',
  refunded: 'stop',
  revoked: 'stop',
  event_cancelled: 'stop',
};

export const pageWords: Readonly<Record<Language, PageWords>> = { en, de, es, fr, ar };
