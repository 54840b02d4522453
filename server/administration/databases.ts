/** What commands say and ask of the databases that tenants are spread over. */
import { ok } from '#shared/base/result.ts';
import type { Assembly } from '../assemble.ts';
import { mainDatabase } from '../store/databases.ts';
import { commitControl } from '../tenants/commit-control.ts';
import { allHomes, roomiest, settle, vacate } from '../tenants/homes.ts';
import { type Given, UsageError } from './command.ts';

const filesOnly =
  'Here every tenant is a separate file in one folder. To choose between databases, set DATABASE_URL and DATABASES.';

/** @returns null: none was named */
export function givenDatabase(house: Assembly, given: Given): string | null {
  const asked = given.text('database');
  return asked === undefined ? null : neededDatabase(house, asked);
}

export function neededDatabase({ store }: Assembly, asked: string): string {
  if (!store.databases) throw new UsageError(filesOnly);
  const { names } = store.databases;
  if (!names.includes(asked))
    throw new UsageError(`No database is named ${asked}; besides main, DATABASES names: ${names.join(', ')}.`);
  return asked;
}

/** @returns of a tenant's id the name; null: tenants are files */
export async function databasesOf(house: Assembly): Promise<(tenant: string) => string | null> {
  if (!house.store.databases) return () => null;
  const homes = await allHomes(house.directory.control);
  return (tenant) => homes.get(tenant) ?? mainDatabase;
}

interface Newcomer {
  readonly id: string;
  readonly sandbox: boolean;
}

/** Tenants of which there is nothing here yet, with the sandbox in the same place. */
export async function settleNewcomers(
  { store, directory }: Assembly,
  newcomers: readonly Newcomer[],
  asked: string | null,
): Promise<void> {
  const several = store.databases && store.databases.names.length > 1 ? store.databases : null;
  const live = newcomers.find((one) => !one.sandbox)?.id;
  if (several === null || live === undefined) return;
  const database = asked ?? (await roomiest(several));
  const residents = newcomers.map(({ id }) => id);
  await commitControl(directory.control, 'system:import', async (tx) =>
    ok(await settle(tx, live, residents, database)),
  );
}

export async function vacateNewcomers({ store, directory }: Assembly, newcomers: readonly Newcomer[]): Promise<void> {
  if (!store.databases) return;
  await vacate(
    directory.control,
    newcomers.map(({ id }) => id),
  );
}
