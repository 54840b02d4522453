/** `events.get_organization` and `events.set_organization`. */
import { ok } from '#shared/base/result.ts';
import {
  getOrganization,
  type OrganizationProfileRecord,
  organizationLogos,
  setOrganization,
} from '#shared/modules/events/organization.ts';
import { action } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { logoPath, profileOf, profileScope } from './organizer.ts';
import { type ReadLogo, readLogo } from './read-logo.ts';

async function shown(
  { pagesUrl, slugOf }: EventsPorts,
  tenantId: string,
  profile: Pick<OrganizationProfileRecord, 'logo' | 'name'> | null,
) {
  const { logo = null, name = null } = profile ?? {};
  const url = logo === null ? null : `${pagesUrl}${logoPath(await slugOf(tenantId), logo)}`;
  return { name, logo, logoUrl: url };
}

/** The same picture is stored once. */
async function keepLogo(tx: Transaction, logo: ReadLogo): Promise<string> {
  const known = await tx.findOne(organizationLogos, { sha256: logo.sha256 });
  return (known ?? (await tx.create(organizationLogos, { ...logo }))).id;
}

export const getOrganizationAction = (ports: EventsPorts) =>
  action(getOrganization, async (reader, _input, { actor }) =>
    ok(await shown(ports, actor.tenant, await profileOf(reader))),
  );

export const setOrganizationAction = (ports: EventsPorts) =>
  action(setOrganization, async (tx, { logo, name, removeLogo }, { actor }) => {
    const read = logo ? readLogo(logo) : null;
    if (read && !read.ok) return read;
    const before = await profileOf(tx);
    const kept = removeLogo ? null : (before?.logo ?? null);
    const values = { name: name.trim(), logo: read ? await keepLogo(tx, read.value) : kept };
    if (before) await tx.update('organization_profiles', before.id, values);
    else await tx.create('organization_profiles', { scope: profileScope, ...values });
    return ok(await shown(ports, actor.tenant, values));
  });
