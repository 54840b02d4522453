/** The server alone: environment in, ready line out, SIGTERM to stop. */
import { ConfigError, readConfig } from './config.ts';
import { startServer } from './start-server.ts';

async function main(): Promise<void> {
  const running = await startServer(readConfig(process.env));
  process.stdout.write(`gatehouse ready ${running.url}\n`);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // A second signal means: now.
      if (stopping) process.exit(1);
      stopping = true;
      void running.stop().then(() => process.exit(0));
    });
}

main().catch((fault: unknown) => {
  const known =
    fault instanceof ConfigError || (fault instanceof Error && 'code' in fault && fault.code === 'EADDRINUSE');
  process.stderr.write(
    known ? `gatehouse: ${(fault as Error).message}\n` : `${fault instanceof Error ? fault.stack : String(fault)}\n`,
  );
  process.exit(known ? 2 : 1);
});
