/** The definitions of two actions: one lists free slots, the other books a slot. server/modules/bookings runs them. */
import { defineAction } from '../../schema/definition.ts';

export const freeSlots = defineAction({
  name: 'bookings.free_slots',
  module: 'bookings',
  summary: 'Lists the free slots of one day for a service with one resource.',
  scope: 'bookings:read',
  http: { method: 'GET', paths: ['/bookings/free-slots'] },
  input: [
    { name: 'service', type: 'relation', to: 'bookable_services', required: true },
    { name: 'resource', type: 'relation', to: 'bookable_resources', required: true },
    {
      name: 'day',
      type: 'text',
      required: true,
      maxLength: 10,
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      note: 'In the time zone of the resource.',
    },
  ],
  tags: ['appointments', 'opening_hours'],
  reads: true,
  output: {
    data: [
      { name: 'startsAt', type: 'date', required: true },
      { name: 'endsAt', type: 'date', required: true },
    ],
    many: true,
  },
});

export const bookSlot = defineAction({
  name: 'bookings.book_slot',
  module: 'bookings',
  summary: 'Book a service with a resource within its opening hours; the service sets length and price.',
  scope: 'appointments:write',
  http: { method: 'POST', paths: ['/bookings/appointments/book'], status: 201 },
  input: [
    { name: 'service', type: 'relation', to: 'bookable_services', required: true },
    { name: 'resource', type: 'relation', to: 'bookable_resources', required: true },
    { name: 'startsAt', type: 'date', required: true },
    { name: 'customerName', type: 'text', required: true, maxLength: 200 },
    { name: 'customerEmail', type: 'email', required: true, maxLength: 254 },
    { name: 'customerPhone', type: 'text', maxLength: 40, pattern: '^[0-9+() ./-]+$' },
    { name: 'note', type: 'text', maxLength: 2_000 },
  ],
  tags: ['appointments'],
  output: { record: 'appointments' },
});
