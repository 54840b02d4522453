/** The tenant that a public address names by its slug. */
import type { TenantFinder } from '../../core/collections/public-page.ts';
import type { Directory } from '../../core/tenants/directory.ts';

export type Tenants = Pick<Directory, 'bySlug' | 'sandboxOf'>;

export function tenantBySlug(directory: Tenants): TenantFinder {
  return {
    async bySlug(slug, sandbox) {
      const live = await directory.bySlug(slug);
      const found = live && sandbox ? await directory.sandboxOf(live.id) : live;
      return found?.id ?? null;
    },
  };
}
