/**
 * Finds the tenant that a signed message belongs to: the one with the record that the message names. The placements in the
 * control database answer it with one lookup; only what they do not have yet is looked up in the tenants.
 */
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import type { Clock } from '#shared/base/time.ts';
import type { TenantClue } from '#shared/schema/definition.ts';
import type { Modules } from '../../core/collections/registry.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import { StoreFault } from '../../store/contract.ts';
import type { Schedule } from '../../store/schedule.ts';

export interface FindTenantParts {
  readonly directory: Directory;
  readonly modules: Modules;
  readonly schedule: Schedule;
  readonly clock: Clock;
}

/**
 * @param clues tried in their order; the first that leads to a record counts
 * @param body of the message, parsed as JSON
 * @returns where no record matches, the only tenant with such a collection keeps the message; null: there is none, or
 *   there are several
 * @throws StoreFault where a tenant that may hold the record did not answer: the sender has to send again
 */
export type FindTenant = (
  clues: readonly TenantClue[],
  body: unknown,
  sandbox: boolean,
) => Promise<TenantRecord | null>;

function valueAt(body: unknown, dottedPath: string): unknown {
  let current = body;
  for (const name of dottedPath.split('.')) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

export function tenantFinder({ clock, directory, modules, schedule }: FindTenantParts): FindTenant {
  const has = (tenant: TenantRecord, collection: string, sandbox: boolean) =>
    (tenant.sandboxOf !== null) === sandbox && modules.registryOf(tenant.modules).collections.has(collection);

  /** @returns the tenant, where it holds the record */
  async function holder(id: string, { collection, field }: TenantClue, text: string, sandbox: boolean) {
    const tenant = await directory.byId(id);
    if (!tenant || !has(tenant, collection, sandbox)) return null;
    const found = await (await directory.open(tenant)).findOne(collection, { [field]: text });
    return found && tenant;
  }

  /** Finds a record that is in no placement yet. All that a tenant at rest holds is placed: only active tenants are asked. */
  async function activeHolder(holderIn: (id: string) => Promise<TenantRecord | null>): Promise<TenantRecord | null> {
    let unanswered: unknown = null;
    for (const { tenant, dueAtMs } of await schedule.due(clock())) {
      // 0: active; other tenants are at rest (store/schedule.ts).
      if (dueAtMs !== 0) continue;
      const found = await holderIn(tenant).catch((fault: unknown) => {
        if (!(fault instanceof StoreFault)) throw fault;
        unanswered = fault;
        return null;
      });
      if (found) return found;
    }
    if (unanswered !== null) throw unanswered;
    return null;
  }

  async function holderOf(clue: TenantClue, text: string, sandbox: boolean): Promise<TenantRecord | null> {
    const { collection, field } = clue;
    if (field === 'id' && !isId(text)) return null;
    const holderIn = (id: string) => holder(id, clue, text, sandbox);
    for (const id of await directory.placements.tenantsOf({ collection, field, value: text })) {
      const found = await holderIn(id);
      if (found) return found;
    }
    return activeHolder(holderIn);
  }

  async function onlyTenantWith(collection: string, sandbox: boolean): Promise<TenantRecord | null> {
    const bringing = modules.all.filter((m) => m.collections.some(({ name }) => name === collection));
    const names = bringing.map(({ name }) => name);
    const found = await directory.withModules(names, sandbox, 2);
    return found.length === 1 ? found[0]! : null;
  }

  return async (clues, body, sandbox) => {
    for (const clue of clues) {
      const text = valueAt(body, clue.bodyPath);
      const found = typeof text === 'string' ? await holderOf(clue, text, sandbox) : null;
      if (found) return found;
    }
    const [first] = clues;
    return first ? onlyTenantWith(first.collection, sandbox) : null;
  };
}
