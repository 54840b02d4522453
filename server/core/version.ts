/** The version of this software, as its package says it. */
import { readFileSync } from 'node:fs';

const { version: said } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

export const version = said;
