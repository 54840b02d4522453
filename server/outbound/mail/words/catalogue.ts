/** The sentences of the mails by language. */
import type { Language } from '#shared/base/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { LetterTexts } from './letter-texts.ts';

export const letterTexts: Readonly<Record<Language, LetterTexts>> = { en, de, es, fr, ar };
