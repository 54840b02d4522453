/** The organization's profile for guests: one record with name and logo, and every logo it has used. */
import { defineAction, defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf } from '../../schema/infer.ts';

/** Bounds of a logo, in pixels and bytes: it is shown small, in the header of a page, in a mail and on an invoice. */
export const logoWidthMax = 960;
export const logoHeightMax = 480;
export const logoBytesMax = 96 * 1_024;
const logoTextMax = 4 * Math.ceil(logoBytesMax / 3);
const nameMax = 120;

export const organizationProfiles = defineCollection({
  name: 'organization_profiles',
  module: 'events',
  labels: { one: 'Organization profile', many: 'Organization profiles' },
  note: 'One record, set by `PUT /organization`: what guests read on pages, in emails and on invoices.',
  fields: [
    { name: 'scope', type: 'text', required: true, unique: true, maxLength: 20 },
    { name: 'name', type: 'text', required: true, maxLength: nameMax },
    { name: 'logo', type: 'relation', to: 'organization_logos' },
  ],
  writable: 'none',
});
export type OrganizationProfileRecord = RecordOf<typeof organizationProfiles>;

export const organizationLogos = defineCollection({
  name: 'organization_logos',
  module: 'events',
  labels: { one: 'Organization logo', many: 'Organization logos' },
  note: 'PNG pictures. Never changed or deleted: issued invoices keep the logo that they were issued with.',
  fields: [
    { name: 'content', type: 'text', required: true, hidden: true, maxLength: logoTextMax, note: 'In base64.' },
    { name: 'sha256', type: 'text', required: true, unique: true, maxLength: 64 },
    { name: 'width', type: 'integer', required: true, min: 1, note: 'In pixels.' },
    { name: 'height', type: 'integer', required: true, min: 1, note: 'In pixels.' },
  ],
  writable: 'none',
});
export type OrganizationLogoRecord = RecordOf<typeof organizationLogos>;

const organizationAnswer = [
  { name: 'name', type: 'text', maxLength: nameMax, note: 'Null means it has not been set.' },
  { name: 'logo', type: 'relation', to: 'organization_logos' },
  { name: 'logoUrl', type: 'text', note: 'Where everyone can read the logo. Null means there is none.' },
] as const satisfies readonly Field[];

export const getOrganization = defineAction({
  name: 'events.get_organization',
  module: 'events',
  summary: 'Name and logo of the organization, as guests see them on pages, in emails and on invoices.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/organization'] },
  input: [],
  output: { fields: organizationAnswer, called: 'organization' },
});

export const setOrganization = defineAction({
  name: 'events.set_organization',
  module: 'events',
  summary: 'Set name and logo of the organization. Issued invoices keep theirs.',
  scope: 'admin:write',
  http: { method: 'PUT', paths: ['/organization'] },
  input: [
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: nameMax },
    {
      name: 'logo',
      type: 'text',
      maxLength: logoTextMax,
      note: `A PNG in base64, up to ${logoWidthMax} × ${logoHeightMax} pixels and ${logoBytesMax / 1_024} KB. If omitted, the logo stays.`,
    },
    { name: 'removeLogo', type: 'boolean', default: false, note: 'Takes the logo away.' },
  ],
  output: { fields: organizationAnswer, called: 'organization' },
});
