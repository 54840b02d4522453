/** Actions at the gate beside the check-in itself, as data: undo, supervisors, leases of capacity, groups. */
import { defineAction } from '../../schema/definition.ts';
import { leaseAnswer, unlockAnswer } from '../../sync/down.ts';
import { acknowledgeRequest, leaseRequest, unlockRequest } from '../../sync/up.ts';
import { acknowledgedAnswer, groupAnswer, supervisorAnswer, undoneAnswer } from './answers.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;

export const undoCheckin = defineAction({
  name: 'events.undo_checkin',
  module: 'events',
  summary: 'Undo an admission of the last 15 minutes. The scan is kept. A printed badge is not recalled.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/checkin/undo'] },
  input: [
    eventId,
    {
      name: 'scanId',
      type: 'relation',
      to: 'scans',
      required: true,
      note: 'The admission or exit to undo.',
    },
    { name: 'reason', type: 'text', required: true, minLength: 1, maxLength: 500 },
  ],
  output: { fields: undoneAnswer },
});

export const setSupervisor = defineAction({
  name: 'events.set_supervisor',
  module: 'events',
  summary:
    'Make a person a supervisor of the event, or change their name, their PIN, or whether they are still a supervisor.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/supervisors'] },
  input: [
    eventId,
    { name: 'supervisorId', type: 'relation', to: 'supervisors', note: 'If omitted, a new one.' },
    { name: 'name', type: 'text', minLength: 1, maxLength: 120, note: 'Required for a new one.' },
    {
      name: 'pin',
      type: 'text',
      minLength: 1,
      maxLength: 64,
      note: '6 to 12 digits that are not easy to guess. Required for a new one. Stored only as a salted slow hash.',
    },
    { name: 'active', type: 'boolean' },
    {
      name: 'member',
      type: 'text',
      maxLength: 36,
      note: 'ID of the member who is this supervisor and can set this PIN. Null means the supervisor does not log in.',
    },
  ],
  output: { fields: supervisorAnswer },
});

export const unlockSettings = defineAction({
  name: 'events.unlock_settings',
  module: 'events',
  summary: 'For kiosks without staff: whether this is the PIN of a supervisor, which opens the kiosk’s settings.',
  scope: 'kiosk',
  reads: true,
  input: unlockRequest,
  output: { fields: unlockAnswer },
});

export const leaseAdmissions = defineAction({
  name: 'events.lease_admissions',
  module: 'events',
  summary: 'For kiosks: reserves spots in rooms with a capacity, to be filled offline.',
  scope: 'kiosk',
  input: leaseRequest,
  output: { fields: leaseAnswer },
});

export const acknowledgeConflicts = defineAction({
  name: 'events.acknowledge_conflicts',
  module: 'events',
  summary: 'For kiosks: marks these conflicts as reviewed at the door.',
  scope: 'kiosk',
  input: acknowledgeRequest,
  output: { fields: acknowledgedAnswer },
});

export const getGroup = defineAction({
  name: 'events.group',
  module: 'events',
  summary: 'Lists the registrations of one order or party, and who has checked in.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/groups/:group'] },
  input: [eventId, { name: 'group', type: 'text', required: true, minLength: 1, maxLength: 64 }],
  output: { fields: groupAnswer },
});
