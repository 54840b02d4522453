/** Inputs that the actions about exhibitors and their leads share. */
export const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
export const exhibitorId = { name: 'exhibitorId', type: 'relation', to: 'exhibitors', required: true } as const;
export const secret = {
  name: 'secret',
  type: 'text',
  maxLength: 100,
  note: 'The secret of the member’s page /x/{secret}, for callers without the scope.',
} as const;
