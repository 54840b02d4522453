/** The attendee's pages' own files, read once: plain CSS and JavaScript that a browser runs as they stand. */
import { readFileSync } from 'node:fs';
import { compactCss, joinScript } from '#shared/base/page-source.ts';
import { pageCss } from '../registration-page/page-files.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

export const tabsCss = compactCss(read('tabs.css'));
export const attendeeCss = `${pageCss}${compactCss(read('attendee.css'))}${tabsCss}`;

/**
 * Runs in every page of an attendee. The pages work without it; it sends forms without leaving the page, keeps what is
 * done offline until it is sent, shows what has changed, and has the pages kept for use without a network.
 */
const parts = [
  'script/page.js',
  'script/waiting-list.js',
  '../live-line.js',
  'script/notices.js',
  'script/send-waiting.js',
  'script/fields.js',
  'script/forms.js',
  'script/outcomes.js',
  'script/next-page.js',
  'script/news.js',
  'script/tab-counts.js',
  'script/install.js',
  'script/keep-pages.js',
  'script/start.js',
];
export const attendeeScript = joinScript(parts.map(read));
