/** The words about other kiosks in every language of the kiosk. */
import type { Catalogues } from '../../words/use-words.tsx';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { VenueWords } from './venue-words.ts';

export const catalogues: Catalogues<VenueWords> = { en, de, es, fr, ar };
