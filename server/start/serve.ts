/** The server alone: environment in, ready line out; SIGTERM, SIGINT or the parent's end stop it. Started by main.js. */
import { ConfigError } from '../core/config-error.ts';
import { readConfig } from './config.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { startServer } from './open-server.ts';

async function main(): Promise<void> {
  const running = await startServer(readConfig(process.env));
  let stopping = false;
  const stop = () => {
    // A second time means: now.
    if (stopping) process.exit(1);
    stopping = true;
    void running.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // The parent process was killed and could not send a signal.
  process.once('disconnect', () => stopping || stop());
  // A process that waits for this line may stop the server right after it; the signal handlers are set by now.
  process.stdout.write(`gatehouse ready ${running.url}\n`);
  giveBackMemory();
}

main().catch((fault: unknown) => {
  const known = fault instanceof ConfigError;
  const said = known ? `gatehouse: ${fault.message}` : fault instanceof Error ? fault.stack : String(fault);
  process.stderr.write(`${said}\n`);
  process.exit(known ? 2 : 1);
});
