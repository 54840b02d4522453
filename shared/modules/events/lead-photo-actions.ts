/**
 * Actions of an exhibitor's device on photos of business cards, as data. No program and no person can call them: the
 * scope is a kiosk's.
 */
import { photoBytesMax } from '../../leads/photo.ts';
import { defineAction } from '../../schema/definition.ts';

const lettersPerGroup = 4;
const bytesPerGroup = 3;
const dataMax = Math.ceil(photoBytesMax / bytesPerGroup) * lettersPerGroup;

const badge = { name: 'badge', type: 'text', required: true, minLength: 1, maxLength: 40 } as const;
const photo = {
  name: 'photo',
  type: 'text',
  required: true,
  minLength: 36,
  maxLength: 36,
  note: 'The ID of the edit of the kind `photo`.',
} as const;

export const keepLeadPhoto = defineAction({
  name: 'events.keep_lead_photo',
  module: 'events',
  summary: 'For exhibitors’ devices: keeps the bytes of a photo of a business card, before its edit is pushed.',
  scope: 'kiosk',
  input: [
    badge,
    photo,
    { name: 'data', type: 'text', required: true, minLength: 1, maxLength: dataMax, note: 'A JPEG, as base64url.' },
  ],
  output: { fields: [{ name: 'sha256', type: 'text', required: true }] },
});

export const leadPhoto = defineAction({
  name: 'events.lead_photo',
  module: 'events',
  summary: 'For exhibitors’ devices: the bytes of a photo of a business card, while the visitor shares it.',
  scope: 'kiosk',
  reads: true,
  input: [badge, photo],
  output: { fields: [{ name: 'data', type: 'text', required: true, note: 'A JPEG, as base64url.' }] },
});
