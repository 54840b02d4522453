/** The ways in which other systems make ticket codes, and how people know these systems. */
export const externalSchemes = ['pretix', 'pretix_sig1', 'eventbrite', 'hi_events', 'alf_io', 'other'] as const;
export type ExternalScheme = (typeof externalSchemes)[number];

/** Names of products, the same in every language; `other` has none. */
const systems: Readonly<Record<string, string>> = {
  pretix: 'pretix',
  pretix_sig1: 'pretix',
  eventbrite: 'Eventbrite',
  hi_events: 'Hi.Events',
  alf_io: 'alf.io',
};

/** @returns null for `other`, and for a scheme of a later release */
export function externalSystem(scheme: string): string | null {
  return Object.hasOwn(systems, scheme) ? (systems[scheme] ?? null) : null;
}
