/** Collections of bookings: the services, the people and places they need, the opening hours, and the appointments. */
import { defineCollection } from '../../schema/definition.ts';
import { currency, usualCurrency } from '../currency.ts';
import { lifecycle } from '../module-definition.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export const bookableServices = defineCollection({
  name: 'bookable_services',
  module: 'bookings',
  resource: 'service',
  labels: { one: 'Bookable service', many: 'Bookable services' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the name.' },
    { name: 'description', type: 'richText', maxLength: 10_000 },
    { name: 'durationMinutes', type: 'integer', required: true, default: 30, min: 5, max: 1_440 },
    {
      name: 'slotMinutes',
      type: 'integer',
      required: true,
      default: 30,
      min: 5,
      max: 1_440,
      note: 'Time between the starts of two slots.',
    },
    { name: 'price', type: 'money', required: true, default: 0, min: 0, max: 100_000_000, note: 'Minor units.' },
    usualCurrency,
    { name: 'active', type: 'boolean', required: true, default: true, index: true },
  ],
  searchable: ['name', 'description'],
});

export const bookableResources = defineCollection({
  name: 'bookable_resources',
  module: 'bookings',
  resource: 'resource',
  labels: { one: 'Bookable resource', many: 'Bookable resources' },
  note: 'A person, room or thing that serves one appointment at a time.',
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    {
      name: 'kind',
      type: 'select',
      options: ['person', 'room', 'equipment'],
      required: true,
      default: 'person',
      index: true,
    },
    {
      name: 'timezone',
      type: 'text',
      format: 'timezone',
      required: true,
      default: 'UTC',
      maxLength: 64,
      note: 'IANA name.',
    },
    { name: 'services', type: 'relation', to: 'bookable_services', many: true },
    { name: 'location', type: 'text', maxLength: 300 },
    { name: 'active', type: 'boolean', required: true, default: true, index: true },
  ],
  searchable: ['name', 'location'],
});

export const openingHours = defineCollection({
  name: 'opening_hours',
  module: 'bookings',
  labels: { one: 'Opening time', many: 'Opening hours' },
  resource: 'opening_hours',
  note: 'Of one resource on one weekday, in its local time. Several per day are allowed.',
  fields: [
    { name: 'resource', type: 'relation', to: 'bookable_resources', required: true, index: true },
    { name: 'weekday', type: 'select', options: weekdays, required: true },
    {
      name: 'opensAt',
      type: 'text',
      required: true,
      default: '09:00',
      maxLength: 5,
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    },
    {
      name: 'closesAt',
      type: 'text',
      required: true,
      default: '17:00',
      maxLength: 5,
      pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
    },
  ],
  indexes: [['resource', 'weekday']],
});

export const appointments = defineCollection({
  name: 'appointments',
  module: 'bookings',
  labels: { one: 'Appointment', many: 'Appointments' },
  fields: [
    { name: 'service', type: 'relation', to: 'bookable_services', required: true, index: true },
    { name: 'resource', type: 'relation', to: 'bookable_resources', required: true, index: true },
    {
      name: 'status',
      type: 'select',
      options: ['booked', 'confirmed', 'completed', 'cancelled', 'no_show'],
      required: true,
      default: 'booked',
      index: true,
    },
    { name: 'startsAt', type: 'date', required: true, index: true },
    { name: 'endsAt', type: 'date', required: true },
    { name: 'customerName', type: 'text', required: true, maxLength: 200 },
    { name: 'customerEmail', type: 'email', required: true, maxLength: 254, index: true },
    { name: 'customerPhone', type: 'text', maxLength: 40, pattern: '^[0-9+() ./-]+$' },
    { name: 'price', type: 'money', min: 0, max: 100_000_000, note: 'Minor units, as agreed.' },
    { ...currency, note: 'Of the price.' },
    { name: 'note', type: 'text', maxLength: 2_000 },
    { name: 'cancelReason', type: 'text', maxLength: 500 },
    { name: 'cancelledAt', type: 'date', readOnly: true },
  ],
  searchable: ['customerName', 'customerEmail', 'note'],
  indexes: [['resource', 'startsAt']],
  lifecycle: lifecycle(
    'booked',
    [
      ['booked', 'confirmed', 'confirmed'],
      [['booked', 'confirmed'], 'completed', 'completed'],
      [['booked', 'confirmed'], 'cancelled', 'cancelled'],
      [['booked', 'confirmed'], 'no_show', 'missed'],
    ],
    { begins: ['booked', 'confirmed'] },
  ),
});
