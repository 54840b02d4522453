/** Bookings: services with people, rooms and things that serve one appointment at a time. */
import { defineModule, moveAction } from '../module-definition.ts';
import { bookSlot, freeSlots } from './actions.ts';
import { appointments, bookableResources, bookableServices, openingHours } from './bookings.ts';

const appointment = { module: 'bookings', collection: 'appointments', id: 'appointmentId' } as const;

export const bookingsModule = defineModule({
  name: 'bookings',
  label: 'Bookings',
  summary: 'Services that people book, with whom or where, and appointments that never overlap.',
  needs: [],
  collections: [appointments, bookableServices, bookableResources, openingHours],
  rules: [
    { kind: 'slug', collection: 'bookable_services', field: 'slug', from: 'name' },
    { kind: 'order', collection: 'opening_hours', first: 'opensAt', second: 'closesAt', apart: true },
    { kind: 'order', collection: 'appointments', first: 'startsAt', second: 'endsAt', apart: true },
    {
      kind: 'no-overlap',
      collection: 'appointments',
      by: 'resource',
      start: 'startsAt',
      end: 'endsAt',
      state: 'status',
      free: ['cancelled'],
    },
    { kind: 'stamp', collection: 'appointments', field: 'cancelledAt', states: ['cancelled'] },
    {
      kind: 'kept',
      collection: 'bookable_resources',
      by: [
        { collection: 'appointments', field: 'resource' },
        { collection: 'opening_hours', field: 'resource' },
      ],
    },
    { kind: 'kept', collection: 'bookable_services', by: [{ collection: 'appointments', field: 'service' }] },
  ],
  actions: [
    { definition: freeSlots },
    { definition: bookSlot },
    moveAction({ ...appointment, name: 'confirm_appointment', to: 'confirmed', summary: 'Confirm an appointment.' }),
    moveAction({
      ...appointment,
      name: 'complete_appointment',
      to: 'completed',
      summary: 'Record that the appointment took place.',
    }),
    moveAction({
      ...appointment,
      name: 'cancel_appointment',
      to: 'cancelled',
      takes: [{ name: 'cancelReason', type: 'text', maxLength: 500 }],
      summary: 'Cancel an appointment. Its time becomes free again.',
    }),
  ],
  refusals: { slot_taken: 409, outside_opening_hours: 409, slot_unknown: 409, not_bookable: 409 },
});
