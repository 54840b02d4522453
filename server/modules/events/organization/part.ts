/** Name and logo of the organization, where guests read them. */
import { organizationLogos, organizationProfiles } from '#shared/modules/events/organization.ts';
import type { Part } from '../part.ts';
import { logoPage } from './logo-page.ts';
import { getOrganizationAction, setOrganizationAction } from './set-organization.ts';

export const organizationPart: Part = {
  name: 'organization',
  make: (ports) => ({
    collections: [organizationProfiles, organizationLogos],
    actions: [getOrganizationAction(ports), setOrganizationAction(ports)],
    pages: [logoPage],
  }),
};
