/** Tenants: make one with its sandbox and first keys, list them, change or delete them, and a way into the console. */
import { must } from '#shared/base/assert.ts';
import { plans } from '../core/tenants/control.ts';
import type { Assembly } from '../start/assemble.ts';
import { neededTenant, type ServerCommand, UsageError } from './command.ts';
import { createTenant } from './demo/create-tenant.ts';
import { addMember, neededEmail, newPassword } from './members.ts';
import { seedSandbox } from './modules.ts';

const slugMax = 60;

/** @returns the asked modules without those that are always active @throws UsageError for a name of no module */
function knownModules(assembly: Assembly, asked: readonly string[]): readonly string[] {
  const known = assembly.modules.all.map((m) => m.name);
  const stranger = asked.find((m) => !known.includes(m));
  if (stranger !== undefined) throw new UsageError(`No module is named ${stranger}. Modules: ${known.join(', ')}.`);
  return asked.filter((name) => !assembly.modules.all.some((m) => m.always && m.name === name));
}

/** @returns the slug as it was given @throws UsageError where it is none */
export function needSlug(given: string): string {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(given) && given.length <= slugMax) return given;
  throw new UsageError(`A slug must have lower-case letters, digits and single hyphens, at most ${slugMax} in total.`);
}

export const tenantCreate: ServerCommand = {
  name: 'tenant create',
  usage: 'SLUG [--plan starter|business|enterprise] [--modules a,b|all] [--email ADDRESS]',
  summary: 'Create a tenant with its sandbox, an owner who can log in to both, and an API key for each.',
  positionals: ['slug'],
  options: {
    plan: { type: 'string' },
    modules: { type: 'string' },
    email: { type: 'string' },
  },
  async run(assembly, given) {
    const plan = plans.find((p) => p === (given.text('plan') ?? 'starter'));
    if (!plan) throw new UsageError(`--plan must be one of: ${plans.join(', ')}.`);
    const slug = needSlug(given.needed('slug'));
    const all = (given.text('modules') ?? 'all') === 'all';
    const asked = knownModules(assembly, all ? assembly.modules.all.map((m) => m.name) : given.list('modules'));
    const modules = assembly.modules.withNeeded(asked);
    const email = neededEmail(given.text('email') ?? `admin@${slug}.example`);
    const options = { slug, plan, modules };
    let password: string | null = null;
    const made = await createTenant(assembly, options, async ({ tenant }) => {
      ({ password } = await addMember(assembly, tenant, { email, role: 'owner', password: newPassword() }));
      await seedSandbox(assembly, tenant, modules);
      const twin = must(await assembly.directory.sandboxOf(tenant.id), 'the sandbox just made');
      await addMember(assembly, twin, { email, role: 'owner', password: newPassword() });
    });
    if (!made.ok) throw new UsageError(made.errors[0].message);
    const { tenant, apiKey, sandbox } = made.value;
    return {
      value: { tenant: tenant.id, slug, plan, modules, admin: { email, password }, apiKey, sandbox },
      lines: [
        `Tenant ${slug} (${plan}) created.`,
        `Owner:           ${email}`,
        `Password:        ${password ?? 'the one this account already has'}`,
        `API key:         ${apiKey}`,
        `Sandbox:         ${sandbox.baseUrl}`,
        `Sandbox API key: ${sandbox.apiKey}`,
        'The password and the keys are shown only once.',
      ],
    };
  },
};

export const tenantList: ServerCommand = {
  name: 'tenant list',
  usage: '',
  summary: 'List all tenants, without their sandboxes.',
  positionals: [],
  options: {},
  async run(assembly) {
    const all = await assembly.directory.list();
    const live = all.filter((t) => t.sandboxOf === null);
    const value = live.map(({ id, slug, plan, modules }) => ({ tenant: id, slug, plan, modules }));
    return {
      value,
      lines:
        value.length === 0
          ? ['No tenants yet: create one with  tenant create SLUG']
          : value.map((t) => [t.slug, t.plan, t.modules.join(',')].join('\t')),
    };
  },
};

export const tenantModules: ServerCommand = {
  name: 'tenant modules',
  usage: 'SLUG [--activate a,b] [--deactivate c]',
  summary: 'Show or change which modules are active, also in the sandbox; data of inactive modules is kept.',
  positionals: ['slug'],
  options: { activate: { type: 'string' }, deactivate: { type: 'string' } },
  async run(assembly, given) {
    const tenant = await neededTenant(assembly, given.needed('slug'));
    const off = knownModules(assembly, given.list('deactivate'));
    const on = knownModules(assembly, given.list('activate'));
    const both = on.find((m) => off.includes(m));
    if (both !== undefined) throw new UsageError(`${both} cannot be activated and deactivated at once.`);
    const kept = [...new Set([...tenant.modules, ...on])].filter((m) => !off.includes(m));
    const needed = assembly.modules.withNeeded(kept).filter((m) => !kept.includes(m));
    const missed = needed.find((m) => off.includes(m));
    if (missed !== undefined) {
      const needing = kept.filter((m) => assembly.modules.withNeeded([m]).includes(missed));
      throw new UsageError(`${missed} is needed by ${needing.join(', ')}: deactivate that too, or keep it.`);
    }
    const modules = [...kept, ...needed];
    const changed = on.length + off.length > 0 ? await assembly.directory.setModules(tenant, modules) : null;
    if (changed && !changed.ok) throw new UsageError(changed.errors[0].message);
    if (on.length > 0) await seedSandbox(assembly, tenant, modules);
    return {
      value: { tenant: tenant.id, slug: tenant.slug, modules },
      lines: [modules.join(', ') || 'No module is active.'],
    };
  },
};

export const tenantDelete: ServerCommand = {
  name: 'tenant delete',
  usage: 'SLUG',
  summary: 'Delete a tenant with its sandbox, all their data and credentials. This cannot be undone.',
  positionals: ['slug'],
  options: {},
  async run(assembly, given) {
    const tenant = await neededTenant(assembly, given.needed('slug'));
    const removed = await assembly.directory.remove(tenant);
    if (!removed.ok) throw new UsageError(removed.errors[0].message);
    return {
      value: { tenant: tenant.id, slug: tenant.slug, deleted: true },
      lines: [`Tenant ${tenant.slug} deleted.`],
    };
  },
};

export const login: ServerCommand = {
  name: 'login',
  usage: '[--tenant SLUG] [--email ADDRESS]',
  summary:
    'Create a one-time login link to the console as an owner (without --email, the first one), valid for 1 hour.',
  positionals: [],
  options: { tenant: { type: 'string' }, email: { type: 'string' } },
  async run(assembly, given) {
    const tenant = await neededTenant(assembly, given.text('tenant') ?? 'demo');
    const owner = await assembly.access.joining.ownerOf(tenant, given.text('email'));
    if (!owner.ok) throw new UsageError(owner.errors[0].message);
    const { email, id: member } = owner.value;
    const token = await assembly.access.loginLinks.create({ tenant: tenant.id, member });
    const url = `${assembly.config.publicUrl}/console/?login=${token}`;
    return { value: { url, email }, lines: [url] };
  },
};
