/** The texts for guests at a self-service kiosk, in every language of the kiosk. */
import type { Catalogues } from '../../words/use-words.tsx';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { SelfServiceWords } from './self-service-words.ts';

export const catalogues: Catalogues<SelfServiceWords> = { en, de, es, fr, ar };
