/** The logo at an address of its own. What an address shows never changes: another logo has another one. */
import { isId } from '#shared/base/id.ts';
import type { PublicPage } from '../../../core/collections/public-page.ts';
import { readTenantText } from '../page-tenant.ts';
import { logoBytes, logoOf } from './organizer.ts';

const cached = { 'Cache-Control': 'public, max-age=31536000, immutable' };

export const logoPage: PublicPage = {
  path: '/logo/:tenant/:logo',
  tenantOf({ tenant = '' }, find) {
    const named = readTenantText(tenant);
    return find.bySlug(named.tenant, named.sandbox);
  },
  async answer({ params }, reader) {
    const { logo: id = '' } = params;
    const logo = isId(id) ? await logoOf(reader, id) : null;
    if (!logo) return { status: 404, type: 'text/plain', body: '' };
    return { status: 200, type: 'image/png', body: logoBytes(logo), headers: cached };
  },
};
