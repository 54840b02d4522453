/** The supervisors' board as actions: what organizers and kiosks with staff see of all doors, and what they have seen. */
import { defineAction } from '../../schema/definition.ts';

export const board = defineAction({
  name: 'events.board',
  module: 'events',
  summary: 'All doors at a glance: pace per gate, how each kiosk is, rooms, what people must look at.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/board'] },
  input: [{ name: 'eventId', type: 'relation', to: 'events', required: true }],
});

export const kioskBoard = defineAction({
  name: 'events.kiosk_board',
  module: 'events',
  summary: 'The board of the kiosk’s own event, for kiosks with staff.',
  scope: 'kiosk',
  reads: true,
  input: [],
});

export const kioskAcknowledge = defineAction({
  name: 'events.kiosk_acknowledge',
  module: 'events',
  summary: 'Staff at a kiosk have looked at a conflict or an admission report of their event.',
  scope: 'kiosk',
  input: [
    { name: 'collection', type: 'select', options: ['checkin_conflicts', 'admission_reports'], required: true },
    { name: 'id', type: 'text', required: true, maxLength: 36 },
  ],
});
