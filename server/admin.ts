/** `npm run -s gatehouse -- COMMAND`: administration as a process. What it does stands in administration/. */
import { administer } from './administration/administer.ts';
import { readConfig } from './config.ts';

process.exitCode = await administer(process.argv.slice(2), {
  config: () => readConfig(process.env),
  openHouse: async () => {
    const config = readConfig(process.env);
    const { assemble } = await import('./assemble.ts');
    return assemble(config);
  },
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
