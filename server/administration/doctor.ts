/** Is the data folder whole and the house in order? A line per check; exit 1 when one fails. */
import { accessSync, constants, statfsSync } from 'node:fs';
import type { Assembly } from '../assemble.ts';
import type { HouseCommand } from './command.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly said: string;
}

const freeBytesMin = 500 * 1024 * 1024;

async function check(name: string, work: () => Promise<string> | string): Promise<Check> {
  try {
    return { name, ok: true, said: await work() };
  } catch (fault) {
    return { name, ok: false, said: fault instanceof Error ? fault.message : String(fault) };
  }
}

async function tenantChecks(house: Assembly): Promise<Check[]> {
  const checks: Check[] = [];
  for (const tenant of await house.directory.all()) {
    const label = tenant.sandboxOf ? `sandbox of ${tenant.slug}` : `tenant ${tenant.slug}`;
    checks.push(
      await check(label, async () => {
        const store = await house.directory.open(tenant);
        const head = await store.head();
        const last = (await store.since(Math.max(0, head - 1), { limit: 2 })).at(-1);
        if (head > 0 && last?.seq !== head)
          throw new Error(`the log says it ends at ${head}, but its last change is ${last?.seq ?? 'missing'}`);
        return `opens, ${head} changes`;
      }),
    );
  }
  return checks;
}

export const doctor: HouseCommand = {
  name: 'doctor',
  usage: '',
  summary: 'Check the data folder, the space on disk, the runtime and every tenant.',
  positionals: [],
  options: {},
  async run(house) {
    const { dataDir } = house.config;
    const checks = [
      await check('runtime', () => {
        if (Number(process.versions.node.split('.')[0]) < 24)
          throw new Error(`Node ${process.versions.node} is too old: run it by the npm scripts`);
        return `Node ${process.versions.node}`;
      }),
      await check('data folder', () => {
        accessSync(dataDir, constants.R_OK | constants.W_OK);
        return dataDir;
      }),
      await check('disk', () => {
        const { bavail, bsize } = statfsSync(dataDir);
        if (bavail * bsize < freeBytesMin)
          throw new Error(
            `only ${Math.round((bavail * bsize) / 1024 / 1024)} MB free: make room, or scans will be refused`,
          );
        return `${Math.round((bavail * bsize) / 1024 / 1024)} MB free`;
      }),
      ...(await tenantChecks(house)),
    ];
    const failed = checks.filter((c) => !c.ok).length;
    return {
      value: { checks, failed },
      lines: checks.map((c) => `${c.ok ? 'ok    ' : 'FAILED'} ${c.name}: ${c.said}`),
      exitCode: failed > 0 ? 1 : 0,
    };
  },
};
