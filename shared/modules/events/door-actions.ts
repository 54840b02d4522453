/** Actions around the door beyond the check-in itself, as data: undo, supervisors, leases of capacity, groups. */
import { defineAction } from '../../schema/definition.ts';
import { leaseAnswer, unlockAnswer } from '../../sync/down.ts';
import { acknowledgeRequest, leaseRequest, unlockRequest } from '../../sync/up.ts';
import { acknowledgedAnswer, groupAnswer, supervisorAnswer, undoneAnswer } from './answers.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;

export const undoCheckin = defineAction({
  name: 'events.undo_checkin',
  module: 'events',
  summary: 'Take an admission of the last 15 minutes back. The scan stays, and so does a badge that was printed.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/checkin/undo'] },
  input: [
    eventId,
    {
      name: 'scanId',
      type: 'relation',
      to: 'scans',
      required: true,
      note: 'The admission, or the exit, to take back.',
    },
    { name: 'reason', type: 'text', required: true, minLength: 1, maxLength: 500 },
  ],
  output: { fields: undoneAnswer },
});

export const setSupervisor = defineAction({
  name: 'events.set_supervisor',
  module: 'events',
  summary: 'Make a person a supervisor of the event, or change name, PIN or whether they still are one.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/supervisors'] },
  input: [
    eventId,
    { name: 'supervisorId', type: 'relation', to: 'supervisors', note: 'Absent: a new one.' },
    { name: 'name', type: 'text', minLength: 1, maxLength: 120, note: 'Needed for a new one.' },
    {
      name: 'pin',
      type: 'text',
      minLength: 1,
      maxLength: 64,
      note: 'Six to twelve digits, none that is easily guessed. Needed for a new one; kept as a salted slow hash only.',
    },
    { name: 'active', type: 'boolean' },
    {
      name: 'member',
      type: 'text',
      maxLength: 36,
      note: 'Id of the member who this is, and who may set this PIN; null: nobody who logs in.',
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
  summary: 'For kiosks: places in rooms with a capacity that may be filled without asking.',
  scope: 'kiosk',
  input: leaseRequest,
  output: { fields: leaseAnswer },
});

export const acknowledgeConflicts = defineAction({
  name: 'events.acknowledge_conflicts',
  module: 'events',
  summary: 'For kiosks: somebody at the door has looked at these conflicts; nobody else need be asked to.',
  scope: 'kiosk',
  input: acknowledgeRequest,
  output: { fields: acknowledgedAnswer },
});

export const getGroup = defineAction({
  name: 'events.group',
  module: 'events',
  summary: 'Lists the registrations of one order or party, and who of them has come.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/groups/:group'] },
  input: [eventId, { name: 'group', type: 'text', required: true, minLength: 1, maxLength: 64 }],
  output: { fields: groupAnswer },
});
