/** Actions on exhibitors and their members, and a visitor's decision about contact details, as data. */
import { languages } from '../../base/languages.ts';
import { defineAction } from '../../schema/definition.ts';
import { contactSharings, customQuestionFields, customQuestionsMax } from './exhibitor.ts';
import { eventId, exhibitorId, secret } from './exhibitor-inputs.ts';
import { exportColumnFields, exportColumnsMax } from './lead-export.ts';

export const updateExhibitor = defineAction({
  name: 'events.update_exhibitor',
  module: 'events',
  summary:
    'Change what an exhibitor asks at its booth, how it is called, and where it is found; remove it or bring it back.',
  scope: 'events:write',
  http: { method: 'PATCH', paths: ['/events/:eventId/exhibitors/:exhibitorId'] },
  input: [
    eventId,
    exhibitorId,
    {
      name: 'name',
      type: 'text',
      minLength: 1,
      maxLength: 200,
      note: 'The organizer’s word; not taken from a member.',
    },
    { name: 'booth', type: 'text', maxLength: 60, note: 'The organizer’s word; not taken from a member.' },
    {
      name: 'removed',
      type: 'boolean',
      note: 'True: links of its members and its devices are revoked, its leads are kept. False: it exhibits again; its people are invited and its devices paired again. Not taken from a member.',
    },
    { name: 'contactName', type: 'text', maxLength: 200 },
    { name: 'contactEmail', type: 'email', maxLength: 254 },
    { name: 'asksConsent', type: 'boolean' },
    { name: 'questions', type: 'array', of: 'group', maxItems: customQuestionsMax, fields: customQuestionFields },
    {
      name: 'exportColumns',
      type: 'array',
      of: 'group',
      maxItems: exportColumnsMax,
      fields: exportColumnFields,
      note: 'The columns of the CSV and XLSX files on its page. Empty: all standard columns.',
    },
    secret,
  ],
  output: { record: 'exhibitors' },
});

export const inviteExhibitorMember = defineAction({
  name: 'events.invite_exhibitor_member',
  module: 'events',
  summary:
    'Invite a person of an exhibitor by email. The link opens the page with this exhibitor’s leads; inviting again replaces it.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/exhibitors/:exhibitorId/members'], status: 201 },
  input: [
    eventId,
    exhibitorId,
    { name: 'email', type: 'email', required: true, maxLength: 254 },
    { name: 'name', type: 'text', maxLength: 200 },
    { name: 'language', type: 'select', options: languages, note: 'Of the email. If omitted, that of the request.' },
    secret,
  ],
  output: {
    fields: [
      { name: 'id', type: 'relation', to: 'exhibitor_members', required: true },
      exhibitorId,
      { name: 'email', type: 'email', required: true },
      { name: 'name', type: 'text' },
      {
        name: 'link',
        type: 'url',
        required: true,
        note: 'Also in the email; not shown again. Who has it works on the leads of the exhibitor.',
      },
    ],
  },
});

export const revokeExhibitorMember = defineAction({
  name: 'events.revoke_exhibitor_member',
  module: 'events',
  summary: 'Withdraw the link of a person of an exhibitor. It opens nothing from then on.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/:eventId/exhibitors/:exhibitorId/members/:memberId'] },
  input: [
    eventId,
    exhibitorId,
    { name: 'memberId', type: 'relation', to: 'exhibitor_members', required: true },
    secret,
  ],
  output: { record: 'exhibitor_members' },
});

export const setContactSharing = defineAction({
  name: 'events.set_contact_sharing',
  module: 'events',
  summary: 'Say whether exhibitors get the contact details of an attendee. Declined withdraws what was agreed before.',
  scope: 'events:write',
  http: { method: 'PUT', paths: ['/events/:eventId/registrations/:registrationId/contact-sharing'] },
  input: [
    eventId,
    { name: 'registrationId', type: 'relation', to: 'registrations', required: true },
    { name: 'sharing', type: 'select', options: contactSharings, required: true },
    {
      name: 'secret',
      type: 'text',
      maxLength: 100,
      note: 'The secret of the person’s ticket page, for callers without the scope.',
    },
  ],
  output: {
    fields: [
      { name: 'registrationId', type: 'relation', to: 'registrations', required: true },
      { name: 'sharing', type: 'select', options: contactSharings, required: true },
      { name: 'decidedAt', type: 'date', required: true },
    ],
  },
});
