/** The pages' own files, read once: plain CSS and JavaScript that a browser runs as they stand. */
import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const look = ['tokens', 'base', 'controls'].map((name) => read(`../../../../shared/look/${name}.css`));

export const pageCss = `${look.join('\n')}${read('page.css')}`.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
/** Without comments and indentation: it stands in every page. */
const compact = (script: string) => script.replace(/^\s*(?:\/\/.*)?\n?/gm, '');
export const pageScript = compact(read('page-script.js'));
export const embedScript = compact(read('embed-script.js'));
