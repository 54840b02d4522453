/**
 * `npm run venue`: a box for the venue (server/surfaces/box) on this machine. The first start names the server upstream and a
 * pairing code; the data folder remembers both. Kiosks on the LAN are to reach it, so it listens at every address unless HOST
 * is set.
 */
import { parseArgs } from 'node:util';
import { ConfigError } from '../core/config-error.ts';
import { boxSetting } from '../start/box-setting.ts';
import { buildWebApps } from '../start/build-web-apps.ts';
import { readConfig } from '../start/config.ts';
import { giveBackMemory } from '../start/give-back-memory.ts';
import { startServer } from '../start/open-server.ts';

const usualFolder = './venue-data';

const usage = [
  'The first start names the server and a pairing code for a box:',
  '  npm run venue -- --server https://tickets.example.org --code ABCD2345',
  'Create the code on that server: npm run gatehouse -- kiosk pair --tenant SLUG --event ID --role box',
].join('\n');

function environment(args: readonly string[]): NodeJS.ProcessEnv {
  const options = { server: { type: 'string' }, code: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  return {
    ...process.env,
    HOST: process.env['HOST'] || '0.0.0.0',
    DATA_DIR: process.env['DATA_DIR'] || usualFolder,
    ...(values.server !== undefined && { VENUE_UPSTREAM: values.server }),
    ...(values.code !== undefined && { VENUE_CODE: values.code }),
  };
}

async function main(): Promise<void> {
  const config = readConfig(environment(process.argv.slice(2)));
  const setting = boxSetting(config);
  if (setting === null) throw new ConfigError(usage);
  await buildWebApps((line) => process.stdout.write(`${line}\n`));
  const running = await startServer(config);
  const local = `http://127.0.0.1:${new URL(running.url).port}`;
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // A second time means: now.
      if (stopping) process.exit(1);
      stopping = true;
      void running.stop().then(() => process.exit(0));
    });
  const lines = [
    `gatehouse ready ${running.url}`,
    `This is a box for the venue. Its server upstream is ${setting.upstream}.`,
    `Its state, on this computer: ${local}/venue`,
    `Kiosks pair with it at:      ${config.publicUrl}/kiosk/  (with codes of the server upstream)`,
    'Stop with Ctrl+C.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  giveBackMemory();
}

main().catch((fault: unknown) => {
  const known = fault instanceof ConfigError || (fault instanceof TypeError && 'code' in fault);
  const said = known ? `gatehouse: ${fault.message}` : fault instanceof Error ? fault.stack : String(fault);
  process.stderr.write(`${said}\n`);
  process.exit(known ? 2 : 1);
});
