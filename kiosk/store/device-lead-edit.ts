/** The row of an edit of a lead, as the device makes it. Types only. */
import type { LeadEdit } from '#shared/leads/edit.ts';

/** An edit as the device stores and sends it: whose booth, whose badge. */
export type DeviceLeadEdit = LeadEdit & {
  readonly event: string;
  readonly exhibitor: string;
  readonly badge: string;
};
