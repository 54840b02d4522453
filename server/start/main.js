/**
 * `npm run server`. Keeps what Node makes of our TypeScript between starts; it must be on before the first module of ours
 * is loaded, hence the import below. In JavaScript, because what compiles TypeScript is then loaded at the first start
 * only: a start takes a quarter of the time, and the server 40 MB less for as long as it runs.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./serve.ts');
