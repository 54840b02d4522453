/** The tables of a box beside its replica: which device of which server it is, and the rows that it carries upstream. */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { boxedCollections } from '#shared/sync/signed-row.ts';

/** One record. Its place in the log upstream is written with the records that it stands for, in one commit. */
export const boxStates = defineCollection({
  name: 'box_states',
  module: 'box',
  labels: { one: 'Box', many: 'Boxes' },
  fields: [
    { name: 'upstream', type: 'text', required: true, maxLength: 500 },
    { name: 'kiosk', type: 'text', required: true, maxLength: 36, note: 'Which device of the server upstream it is.' },
    { name: 'event', type: 'text', required: true, maxLength: 36 },
    { name: 'sealedKey', type: 'text', hidden: true, maxLength: 500, note: 'The private half of its device key.' },
    { name: 'sealedCredentials', type: 'text', hidden: true, maxLength: 10_000 },
    { name: 'log', type: 'text', maxLength: 200, note: 'Null means that the first load is not complete.' },
    { name: 'seq', type: 'integer', min: 0 },
    {
      name: 'ended',
      type: 'select',
      options: ['kiosk_revoked', 'lease_expired'],
      note: 'Why it must be paired again.',
    },
  ],
});
export type BoxStateRecord = RecordOf<typeof boxStates>;

export const rowStates = ['waiting', 'accepted', 'duplicate', 'refused'] as const;

/** Kept as long as the box: a server upstream that is restored from a backup is offered all of them again (SY2). */
export const boxRows = defineCollection({
  name: 'box_rows',
  module: 'box',
  labels: { one: 'Row', many: 'Rows' },
  fields: [
    { name: 'collection', type: 'select', options: boxedCollections, required: true },
    { name: 'kiosk', type: 'text', required: true, maxLength: 36 },
    { name: 'document', type: 'text', required: true, note: 'JSON, exactly as its kiosk signed it.' },
    { name: 'previous', type: 'integer', min: 0, note: 'Null means that it was signed for this box (SY25).' },
    { name: 'signature', type: 'text', required: true, maxLength: 100 },
    {
      name: 'heard',
      type: 'boolean',
      note: 'Received by this box in the mesh; its own kiosk may bring it up, too (PE14).',
    },
    { name: 'state', type: 'select', options: rowStates, required: true, default: 'waiting' },
    { name: 'code', type: 'text', maxLength: 100 },
    { name: 'message', type: 'text', maxLength: 1_000 },
  ],
  indexes: [['state', 'createdAt']],
});
export type BoxRowRecord = RecordOf<typeof boxRows>;

/** Small values of the mesh: the number of its run, addresses that worked. */
export const boxSettings = defineCollection({
  name: 'box_settings',
  module: 'box',
  labels: { one: 'Setting', many: 'Settings' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 60, unique: true },
    { name: 'value', type: 'text', required: true, note: 'JSON.' },
  ],
});

/**
 * Entries of others that the mesh holds, under the ids of scans; they survive a restart. Separate from `box_rows`: those are
 * kept for ever, these age, and a row that this server refused still has to be passed on.
 */
export const boxHeard = defineCollection({
  name: 'box_heard',
  module: 'box',
  labels: { one: 'Scan from the mesh', many: 'Scans from the mesh' },
  fields: [
    {
      name: 'value',
      type: 'text',
      required: true,
      note: 'JSON: the entry, when it was received, whether it is taken in.',
    },
  ],
});

export const boxActor = 'system:box';
export const sealedBoxFields = [
  { collection: 'box_states', field: 'sealedKey', purpose: 'box-device-key' },
  { collection: 'box_states', field: 'sealedCredentials', purpose: 'box-credentials' },
] as const;
