/** Two services, the person who offers them, a room without services, the person's opening hours, and an appointment. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const bookingsSeed: readonly SeedRecord[] = [
  ...seedOf('bookable_services', {
    advice: { name: 'Advice for exhibitors', durationMinutes: 30, slotMinutes: 30 },
    tour: { name: 'Tour of the hall', durationMinutes: 60, slotMinutes: 60, price: 1_500 },
  }),
  ...seedOf('bookable_resources', {
    pia: { name: 'Pia Brandt', kind: 'person', timezone: 'Europe/Berlin', services: ['advice', 'tour'] },
    room: { name: 'Room 1', kind: 'room', timezone: 'Europe/Berlin', location: 'Hall 3, upper floor' },
  }),
  ...seedOf('opening_hours', {
    mon: { resource: 'pia', weekday: 'mon', opensAt: '09:00', closesAt: '12:00' },
    monLate: { resource: 'pia', weekday: 'mon', opensAt: '13:00', closesAt: '17:00' },
    tue: { resource: 'pia', weekday: 'tue', opensAt: '09:00', closesAt: '17:00' },
  }),
  ...seedOf('appointments', {
    jon: {
      service: 'advice',
      resource: 'pia',
      status: 'confirmed',
      startsAt: '2026-05-04T07:00:00.000Z',
      endsAt: '2026-05-04T07:30:00.000Z',
      customerName: 'Jon Abara',
      customerEmail: 'jon@abara.example',
    },
  }),
];
