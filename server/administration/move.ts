/** `tenant move SLUG --to NAME`: a tenant with its sandbox goes to another database while servers work on. */
import { moveTenant } from '../tenants/move-tenant.ts';
import { type HouseCommand, neededTenant, UsageError } from './command.ts';
import { neededDatabase } from './databases.ts';

export const tenantMove: HouseCommand = {
  name: 'tenant move',
  usage: 'SLUG --to NAME',
  summary:
    'Move a tenant and its sandbox to another database of DATABASES (or: main) while servers keep running. It is read-only while it is copied. If the move stops, run it again.',
  positionals: ['slug'],
  options: { to: { type: 'string' } },
  async run(house, given) {
    const to = neededDatabase(house, given.needed('to'));
    const tenant = await neededTenant(house, given.needed('slug'));
    const { store, directory, newId } = house;
    const sandbox = await directory.sandboxOf(tenant.id);
    const residents = sandbox ? [tenant.id, sandbox.id] : [tenant.id];
    const moved = await moveTenant({ store, control: directory.control, newId }, { live: tenant.id, residents }, to);
    if (!moved.ok) throw new UsageError(moved.errors[0].message);
    const { from, rows, changes, pausedMs, leftBehind } = moved.value;
    const done =
      from === to
        ? `${tenant.slug} is already in ${to}.`
        : `${tenant.slug} is in ${to}: ${rows} rows, ${changes} of them changes, compared with those in ${from}. It was read-only for ${pausedMs} ms.`;
    const left = `The copy in ${from} is still there (${leftBehind}): run this again to remove it.`;
    return {
      value: { tenant: tenant.id, slug: tenant.slug, ...moved.value },
      lines: leftBehind === null ? [done] : [done, left],
      exitCode: leftBehind === null ? 0 : 1,
    };
  },
};
