/** Counts records without reading them. */
import type { CollectionName } from './follow-changes.ts';
import { listPage } from './page-query.ts';

/** @param where as `client.<collection>.list` takes it */
export async function countRecords(collection: CollectionName, where: object): Promise<number> {
  const page = await listPage(collection, { where: where as Record<string, unknown>, limit: 1, count: 'exact' });
  return page.total ?? 0;
}
