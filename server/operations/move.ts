/** `tenant move SLUG --to NODE`: the cluster moves a tenant with its sandbox to another of its nodes while servers work on. */
import type { Assembly } from '../start/assemble.ts';
import type { Cluster } from '../store/cluster.ts';
import { StoreFault } from '../store/contract.ts';
import { neededTenant, type ServerCommand, UsageError } from './command.ts';

async function neededCluster({ store }: Assembly): Promise<Cluster> {
  const engine = (await store.engine?.()) ?? null;
  if (engine?.cluster) return engine.cluster;
  const here = engine === null ? 'every tenant is a file of its own' : `the database is one ${engine.title}`;
  throw new UsageError(
    `Here ${here}: there are no nodes to move a tenant to. server/store/postgres/README.md says how to run on a cluster.`,
  );
}

async function neededNode(cluster: Cluster, asked: string): Promise<string> {
  const nodes = (await cluster.nodes()).filter((node) => node.takesTenants);
  const node = nodes.find(({ name }) => name === asked);
  if (!node)
    throw new UsageError(`--to is one of the nodes that take tenants: ${nodes.map(({ name }) => name).join(', ')}.`);
  if (!node.isUp) throw new UsageError(`The node ${asked} does not answer: start it, then run this again.`);
  return asked;
}

/** The engine moves all tables of a tenant, or none. */
async function moveOne(cluster: Cluster, tenant: string, node: string): Promise<void> {
  try {
    await cluster.move(tenant, node);
  } catch (cause) {
    if (!(cause instanceof StoreFault)) throw cause;
    const said = cause.message.replace(/\.$/, '');
    throw new UsageError(`${said}. The tenant is where it was; run this again.`, { cause });
  }
}

export const tenantMove: ServerCommand = {
  name: 'tenant move',
  usage: 'SLUG --to NODE',
  summary:
    'Move a tenant and its sandbox to another node (host:port) of the Citus cluster while servers work on. Run it again if it was interrupted.',
  positionals: ['slug'],
  options: { to: { type: 'string' } },
  async run(assembly, given) {
    const cluster = await neededCluster(assembly);
    const node = await neededNode(cluster, given.needed('to'));
    const tenant = await neededTenant(assembly, given.needed('slug'));
    const sandbox = await assembly.directory.sandboxOf(tenant.id);
    const began = performance.now();
    const moved: string[] = [];
    for (const one of sandbox ? [sandbox, tenant] : [tenant]) {
      await assembly.directory.open(one);
      if ((await cluster.places([one.id])).get(one.id) === node) continue;
      await moveOne(cluster, one.id, node);
      moved.push(one.id);
    }
    const ms = Math.round(performance.now() - began);
    const line =
      moved.length === 0 ? `${tenant.slug} is on ${node} already.` : `${tenant.slug} is on ${node} after ${ms} ms.`;
    return { value: { tenant: tenant.id, slug: tenant.slug, node, moved, ms }, lines: [line] };
  },
};
