/** The board's words in every language of the kiosk. */
import type { Catalogues } from '../../words/use-words.tsx';
import { ar } from './ar.ts';
import type { BoardWords } from './board-words.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export const catalogues: Catalogues<BoardWords> = { en, de, es, fr, ar };
