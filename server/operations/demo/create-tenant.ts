/**
 * A tenant with its sandbox and a key of every scope for each. Its creation takes several transactions: where it was stopped
 * between two of them (a kill, a full disk), the same command makes the tenant again from the beginning. Otherwise its slug
 * would be taken by a tenant to which there is no key.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { pairingScope } from '../../core/policy/may-grant.ts';
import type { Plan, TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { Credentials } from '../../identity/keys/api-keys.ts';

export interface TenantParts {
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly config: { readonly sandboxUrl: string };
  readonly modules: {
    registryOf(active: readonly string[]): {
      readonly modules: readonly string[];
      readonly collections: ReadonlyMap<string, unknown>;
    };
  };
}

export interface CreatedTenant {
  readonly tenant: TenantRecord;
  readonly apiKey: string;
  readonly sandbox: { readonly tenant: string; readonly baseUrl: string; readonly apiKey: string };
}

export async function createTenant(
  assembly: TenantParts,
  options: {
    readonly slug: string;
    readonly plan: Plan;
    readonly modules: readonly string[];
    readonly demo?: boolean;
    readonly database?: string;
  },
  /** Adds what belongs to the tenant as well, such as its first member. */
  furnish: (created: CreatedTenant) => Promise<void> = async () => {},
): Promise<Result<CreatedTenant>> {
  const former = await assembly.directory.bySlug(options.slug);
  if (former?.unfinished) {
    const removed = await assembly.directory.remove(former);
    if (!removed.ok) return removed;
  }
  const made = await assembly.directory.create(options);
  if (!made.ok) return made;
  const { live, sandbox } = made.value;
  // A cluster puts one schema after the other on its nodes in turn. Always in the same order, all live tenants would come to
  // every other node, and their sandboxes to the rest.
  const isOdd = Number.parseInt(live.id.at(-1) ?? '0', 16) % 2 === 1;
  for (const twin of isOdd ? [live, sandbox] : [sandbox, live]) await assembly.directory.open(twin);
  const areas = [...assembly.modules.registryOf(options.modules).modules, 'custom', 'admin'];
  const scopes = [...areas.flatMap((area) => [`${area}:read`, `${area}:write`]), pairingScope];
  const roles = ['owner', 'supervisor'];
  const keyOf = (twin: TenantRecord) => assembly.credentials.createKey(twin, { name: 'first key', scopes, roles });
  // Both keys are made in one commit.
  const [key, sandboxKey] = await Promise.all([keyOf(live), keyOf(sandbox)]);
  const created: CreatedTenant = {
    tenant: live,
    apiKey: key.apiKey,
    sandbox: { tenant: sandbox.id, baseUrl: assembly.config.sandboxUrl, apiKey: sandboxKey.apiKey },
  };
  await furnish(created);
  await assembly.directory.finish(live);
  return ok(created);
}
