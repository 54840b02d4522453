/** The pages' own files, read once: plain CSS and JavaScript that a browser runs as they stand. */
import { readFileSync } from 'node:fs';
import { compactCss, compactScript } from '#shared/base/page-source.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const look = ['tokens', 'base', 'controls'].map((name) => read(`../../../../shared/look/${name}.css`));

export const pageCss = compactCss(`${look.join('\n')}${read('page.css')}`);
export const pageScript = compactScript(read('page-script.js'));
export const embedScript = compactScript(read('embed-script.js'));
