/** The actions at a gate, as data: check-in, its figures, badges, and the status that a kiosk reports. */
import { directions } from '../../admission/verdict.ts';
import { defineAction } from '../../schema/definition.ts';
import { statusRequest } from '../../sync/up.ts';
import { admittedAnswer, queuedAnswer, receivedAnswer, statsAnswer } from './answers.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events' } as const;

export const checkin = defineAction({
  name: 'events.checkin',
  module: 'events',
  summary: 'Check a ticket code at a gate, and admit or refuse. Every attempt is recorded as a scan.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/checkin', '/events/:eventId/checkin'] },
  input: [
    eventId,
    // Longer than any code, so that a too long text gets the same refusal as at a kiosk: code_malformed.
    {
      name: 'qrCode',
      type: 'text',
      required: true,
      maxLength: 20_000,
      note: 'The text of the ticket code, JSON or compact. A ticket number alone has no signature and no time, so it is refused: find the person and use their code.',
    },
    {
      name: 'gateId',
      type: 'text',
      required: true,
      minLength: 1,
      maxLength: 64,
      note: 'A gate’s id or key. An event without gates takes any name.',
    },
    { name: 'direction', type: 'select', options: directions, required: true, default: 'entry' },
    {
      name: 'answers',
      type: 'json',
      note: 'Question ID → answer, for the questions that `questions_required` has named.',
    },
    {
      name: 'members',
      type: 'array',
      of: 'text',
      maxItems: 50,
      maxLength: 36,
      note: 'IDs of other registrations in the same group to admit too. One code is enough for its group.',
    },
    {
      name: 'override',
      type: 'group',
      fields: [{ name: 'reason', type: 'text', required: true, minLength: 1, maxLength: 500 }],
      note: 'Admits against the verdict. For supervisors.',
    },
  ],
  output: { fields: admittedAnswer },
});

export const checkinStats = defineAction({
  name: 'events.checkin_stats',
  module: 'events',
  summary:
    'Statistics of an event: how many people checked in and are inside, how fast, when, where and at which kiosk.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/checkin/stats'] },
  input: [{ ...eventId, required: true }],
  output: { fields: statsAnswer },
});

export const reprintBadge = defineAction({
  name: 'events.reprint_badge',
  module: 'events',
  summary: 'Queue a name badge for printing again.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/badge/reprint'], status: 202 },
  input: [
    { ...eventId, required: true },
    { name: 'registrationId', type: 'relation', to: 'registrations', required: true },
    { name: 'gateId', type: 'text', minLength: 1, maxLength: 64 },
    { name: 'printerId', type: 'text', minLength: 1, maxLength: 120 },
    { name: 'reason', type: 'text', maxLength: 500 },
  ],
  output: { fields: queuedAnswer },
});

export const kioskStatus = defineAction({
  name: 'events.kiosk_status',
  module: 'events',
  summary: 'The status a kiosk reports: unsent scans, printer, and its position in the log.',
  scope: 'kiosk',
  input: statusRequest,
  output: { fields: receivedAnswer },
});
