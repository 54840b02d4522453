/** The supervisors' board as actions: the state of all gates, and marking reports as reviewed. */
import { defineAction } from '../../schema/definition.ts';
import { acknowledgeReportsRequest } from '../../sync/up.ts';
import { acknowledgedAnswer } from './answers.ts';

export const board = defineAction({
  name: 'events.board',
  module: 'events',
  summary: 'All gates at a glance: check-ins per gate, the state of each kiosk, rooms, and what needs attention.',
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

export const acknowledgeReports = defineAction({
  name: 'events.acknowledge_reports',
  module: 'events',
  summary: 'For kiosks with staff: marks these admission reports as reviewed.',
  scope: 'kiosk',
  input: acknowledgeReportsRequest,
  output: { fields: acknowledgedAnswer },
});
