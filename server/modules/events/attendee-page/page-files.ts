/** The attendee's pages' own files, read once: plain CSS and JavaScript that a browser runs as they stand. */
import { readFileSync } from 'node:fs';
import { pageCss } from '../registration-page/page-files.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const compactCss = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');

export const tabsCss = compactCss(read('tabs.css'));
export const attendeeCss = `${pageCss}${compactCss(read('attendee.css'))}${tabsCss}`;
/** Without comments and indentation: it stands in every page. */
export const attendeeScript = ['waiting-script.js', '../live-line.js', 'attendee-script.js']
  .map(read)
  .join('\n')
  .replace(/^\s*(?:\/\/.*)?\n?/gm, '');
