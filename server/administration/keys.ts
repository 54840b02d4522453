import { type Command, UsageError } from './command.ts';

const scopePattern = /^[a-z][a-z0-9_]*:(read|write)$/;

export const keyCreate: Command = {
  name: 'key create',
  usage: '--tenant SLUG --name N --scopes a:read,b:write [--sandbox]',
  summary: 'Make an API key; it is shown this once only.',
  positionals: [],
  options: {
    tenant: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    sandbox: { type: 'boolean' },
  },
  async run(house, given) {
    const live = await house.directory.bySlug(given.needed('tenant'));
    const tenant = live && given.text('sandbox') ? await house.directory.sandboxOf(live.id) : live;
    if (!tenant) throw new UsageError(`There is no tenant ${given.needed('tenant')}.`);
    const scopes = given
      .needed('scopes')
      .split(',')
      .map((s) => s.trim());
    const broken = scopes.find((s) => !scopePattern.test(s));
    if (broken) throw new UsageError(`${broken} is no scope: write <area>:read or <area>:write.`);
    const value = await house.credentials.createKey(tenant, { name: given.needed('name'), scopes, roles: [] });
    return { value, lines: [value.apiKey] };
  },
};

export const keyRevoke: Command = {
  name: 'key revoke',
  usage: 'ID',
  summary: 'Revoke an API key; it is refused from the next request on.',
  positionals: ['id'],
  options: {},
  async run(house, given) {
    const done = await house.credentials.revokeKey(given.needed('id'));
    if (!done.ok) throw new UsageError(done.errors[0].message);
    return { value: done.value, lines: ['Revoked.'] };
  },
};
