/** Reads the name and logo of the organizer, as guests see them on pages and in mails. */
import type { EventRecord } from '#shared/modules/events/event.ts';
import { invoicingFields } from '#shared/modules/events/invoice.ts';
import {
  type OrganizationLogoRecord,
  type OrganizationProfileRecord,
  organizationLogos,
  organizationProfiles,
} from '#shared/modules/events/organization.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { Reader } from '../../../store/contract.ts';
import { type PageTenant, tenantText } from '../page-tenant.ts';

export interface Organizer {
  /** Null: none is known. */
  readonly name: string | null;
  /** Path of the logo for the browser of a public page; null: there is none. */
  readonly logoPath: string | null;
}

/** There is one profile. */
export const profileScope = 'organization';

/** @returns null where none was set, or the server has no such part */
export async function profileOf(reader: Reader): Promise<OrganizationProfileRecord | null> {
  if (reader.shapeOf(organizationProfiles.name) === null) return null;
  return await reader.findOne(organizationProfiles, { scope: profileScope });
}

/** The organization's own name; without one the seller that the event's invoices name. Null: none is known. */
export async function organizerName(
  reader: Reader,
  { invoicing }: Pick<EventRecord, 'invoicing'>,
): Promise<string | null> {
  const seller = () => readSetting(invoicingFields, invoicing).sellerName?.trim() || null;
  return (await profileOf(reader))?.name ?? seller();
}

/** @param slug the tenant in addresses, as `EventsPorts.slugOf` answers */
export async function organizerOf(reader: Reader, event: EventRecord, slug: PageTenant): Promise<Organizer> {
  const logo = (await profileOf(reader))?.logo ?? null;
  return { name: await organizerName(reader, event), logoPath: logo && logoPath(slug, logo) };
}

/** @returns the path below the host of the public pages */
export function logoPath(slug: PageTenant, logo: string): string {
  return `/logo/${tenantText(slug)}/${logo}`;
}

export async function logoOf(reader: Reader, id: string | null): Promise<OrganizationLogoRecord | null> {
  if (id === null || reader.shapeOf(organizationLogos.name) === null) return null;
  return await reader.get(organizationLogos, id);
}

/** @returns the PNG */
export function logoBytes({ content }: OrganizationLogoRecord): Buffer {
  return Buffer.from(content, 'base64');
}
