/**
 * `npm run server`. Keeps what Node makes of our code between starts; that must be on before the first module of ours is
 * loaded, hence the import below. In JavaScript, because what compiles TypeScript is then loaded at the first start only.
 *
 * Where `npm run build` made one file of the server's modules, and none of them has changed since, that one is run: the same
 * code, without 1,600 files to find and to keep apart (`npm run bench -- P7`).
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFresh, serverSources } from './is-fresh.js';

enableCompileCache();
const built = join(import.meta.dirname, '..', '..', 'dist', 'server', 'serve.js');
await import(isFresh(built, serverSources) ? pathToFileURL(built).href : './serve.ts');
