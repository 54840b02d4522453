/**
 * `npm run -s gatehouse -- COMMAND`: administration as a process. What it does stands in administer.ts. Keeps what Node
 * makes of our TypeScript between starts, as main.js does; it must be on before the first module of ours is loaded.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { administer } = await import('./administer.ts');
const { readConfig } = await import('../start/config.ts');

process.exitCode = await administer(process.argv.slice(2), {
  config: () => readConfig(process.env),
  openAssembly: async () => {
    const config = readConfig(process.env);
    const { assemble } = await import('../start/assemble.ts');
    return assemble(config);
  },
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
