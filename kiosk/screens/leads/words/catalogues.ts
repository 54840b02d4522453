/** The lead scanner's words in all languages. */
import type { Catalogues } from '../../words/use-words.tsx';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { LeadsWords } from './leads-words.ts';

export const catalogues: Catalogues<LeadsWords> = { en, de, es, fr, ar };
