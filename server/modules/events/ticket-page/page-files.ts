/** The page's own files, read once: plain CSS and JavaScript that a browser runs as they stand. */
import { readFileSync } from 'node:fs';
import { compactCss, compactScript } from '#shared/base/page-source.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The tokens of all pages, then the ticket's own rules. */
export const pageCss = compactCss(`${read('../../../../shared/look/tokens.css')}${read('page.css')}`);
export const pageScript = compactScript(read('page-script.js'));

/** Script to be served at `ticketPagePaths().worker` as `text/javascript` with `Cache-Control: no-cache`. */
export const serviceWorkerScript = read('service-worker.js');
