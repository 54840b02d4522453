/** `key create` and `key revoke`. */
import { must } from '#shared/base/assert.ts';
import { pairingScope } from '../core/policy/may-grant.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import type { Assembly } from '../start/assemble.ts';
import { neededTenant, type ServerCommand, UsageError } from './command.ts';

const nameMax = 120;

/** @throws UsageError for a misspelt verb or area (`*`, `admin`, `custom`, a module, a collection): it would open nothing */
async function checkScopes(assembly: Assembly, tenant: TenantRecord, scopes: readonly string[]): Promise<void> {
  const own = (await assembly.directory.own(tenant)).flatMap(({ definition: d }) => [d.name, d.module]);
  const areas = [
    'admin',
    'custom',
    ...own,
    ...assembly.modules.all.flatMap((m) => [m.name, ...m.collections.map((c) => c.name)]),
  ];
  const broken = scopes.find((scope) => {
    const [area = '', verb = '', ...rest] = scope.split(':');
    return (
      scope !== pairingScope &&
      (rest.length > 0 || !(area === '*' || areas.includes(area)) || !['read', 'write'].includes(verb))
    );
  });
  if (broken !== undefined)
    throw new UsageError(
      `${broken} is not a scope: write <area>:read or <area>:write, with one of these areas: ${areas.join(', ')}.`,
    );
}

export const keyCreate: ServerCommand = {
  name: 'key create',
  usage: '--tenant SLUG --name N --scopes a:read,b:write [--roles a,b] [--sandbox]',
  summary: 'Create an API key; it is shown only once.',
  positionals: [],
  options: {
    tenant: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    roles: { type: 'string' },
    sandbox: { type: 'boolean' },
  },
  async run(assembly, given) {
    const live = await neededTenant(assembly, given.needed('tenant'));
    const tenant = given.text('sandbox') ? await assembly.directory.sandboxOf(live.id) : live;
    if (!tenant) throw new UsageError(`The tenant ${live.slug} has no sandbox.`);
    const name = given.needed('name');
    if (name.length > nameMax) throw new UsageError(`--name must have at most ${nameMax} characters.`);
    given.needed('scopes');
    const scopes = given.list('scopes');
    await checkScopes(assembly, tenant, scopes);
    const value = await assembly.credentials.createKey(tenant, { name, scopes, roles: given.list('roles') });
    const detail = { id: value.id, scopes };
    await assembly.access.audits.recordHere(tenant.id, { action: 'key.created', subject: name, detail });
    return { value, lines: [value.apiKey] };
  },
};

export const keyRevoke: ServerCommand = {
  name: 'key revoke',
  usage: 'ID',
  summary: 'Revoke an API key; it is refused from the next request on.',
  positionals: ['id'],
  options: {},
  async run(assembly, given) {
    const id = given.needed('id');
    const done = await assembly.credentials.revokeKey(id);
    if (!done.ok) throw new UsageError(done.errors[0].message);
    const key = must(await assembly.credentials.keyById(id), 'the key just revoked');
    await assembly.access.audits.recordHere(key.tenant, { action: 'key.revoked', subject: key.name, detail: { id } });
    return { value: done.value, lines: ['Revoked.'] };
  },
};
