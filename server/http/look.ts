/** The one set of tokens, elements and controls (shared/look), for pages that the server serves as they stand. */
import { readFileSync } from 'node:fs';

/** A style sheet: a page's own rules come after it. */
export const sharedLook = ['tokens', 'base', 'controls']
  .map((name) => readFileSync(new URL(`../../shared/look/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');
