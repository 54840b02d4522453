/** Tenants: make one with its sandbox and first keys, list them, and a way into the console. */

import { createTenant } from '../demo/create-tenant.ts';
import { plans } from '../tenants/control.ts';
import { type Command, UsageError } from './command.ts';

export const tenantCreate: Command = {
  name: 'tenant create',
  usage: 'SLUG [--plan starter|business|enterprise] [--modules a,b|all]',
  summary: 'Make a tenant with its sandbox twin and an API key for each.',
  positionals: ['slug'],
  options: { plan: { type: 'string' }, modules: { type: 'string' } },
  async run(house, given) {
    const plan = plans.find((p) => p === (given.text('plan') ?? 'starter'));
    if (!plan) throw new UsageError(`--plan is one of: ${plans.join(', ')}.`);
    const slug = given.needed('slug');
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
      throw new UsageError('A slug has lower-case letters, digits and single hyphens.');
    const known = house.modules.all.map((m) => m.name);
    const asked = given.text('modules') ?? 'all';
    const modules = asked === 'all' ? known : asked.split(',');
    const stranger = modules.find((m) => !known.includes(m));
    if (stranger) throw new UsageError(`There is no module ${stranger}. Known: ${known.join(', ')}.`);
    const made = await createTenant(house, { slug, plan, modules });
    if (!made.ok) throw new UsageError(made.errors[0].message);
    const { tenant, apiKey, sandbox } = made.value;
    return {
      value: { tenant: tenant.id, slug, plan, modules, apiKey, sandbox },
      lines: [
        `Tenant ${slug} (${plan}) is there.`,
        `API key:         ${apiKey}`,
        `Sandbox:         ${sandbox.baseUrl}`,
        `Sandbox API key: ${sandbox.apiKey}`,
        'The keys are shown this once only.',
      ],
    };
  },
};

export const tenantList: Command = {
  name: 'tenant list',
  usage: '',
  summary: 'All tenants, without their sandboxes.',
  positionals: [],
  options: {},
  async run(house) {
    const all = (await house.directory.all()).filter((t) => t.sandboxOf === null);
    const value = all.map(({ id, slug, plan, modules }) => ({ tenant: id, slug, plan, modules }));
    return {
      value,
      lines:
        value.length === 0
          ? ['No tenant yet: make one with  tenant create SLUG']
          : value.map((t) => `${t.slug}\t${t.plan}\t${t.modules.join(',')}`),
    };
  },
};

export const login: Command = {
  name: 'login',
  usage: '[--tenant SLUG]',
  summary: 'A one-time link into the console, good for an hour.',
  positionals: [],
  options: { tenant: { type: 'string' } },
  async run(house, given) {
    const slug = given.text('tenant') ?? 'demo';
    const tenant = await house.directory.bySlug(slug);
    if (!tenant) throw new UsageError(`There is no tenant ${slug}.`);
    const url = `${house.config.publicUrl}/console/?login=${await house.credentials.createLoginLink(tenant)}`;
    return { value: { url }, lines: [url] };
  },
};
