/** The tables of kiosks in the control database: the codes that pair one, the tenant each belongs to, and the venue keys. */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

/** 8 characters, usually 10 minutes, single use: turns a device into a kiosk of one gate, an exhibitor's device or a box. */
export const pairingCodes = defineCollection({
  name: 'pairing_codes',
  module: 'control',
  labels: { one: 'Pairing code', many: 'Pairing codes' },
  fields: [
    { name: 'hash', type: 'text', required: true, unique: true, hidden: true },
    { name: 'tenant', type: 'relation', to: 'tenants', required: true },
    { name: 'event', type: 'text', required: true },
    { name: 'gate', type: 'text', note: 'Null: a box, or an exhibitor’s device that is at no gate.' },
    { name: 'exhibitor', type: 'text', note: 'With the role `exhibitor`: whose device it becomes.' },
    { name: 'role', type: 'select', options: ['gate', 'self-service', 'exhibitor', 'box'], required: true },
    { name: 'maker', type: 'text', maxLength: 120, note: 'As the log names actors; null: on the machine itself.' },
    { name: 'expiresAt', type: 'date', required: true },
    { name: 'usedAt', type: 'date' },
  ],
});
export type PairingCodeRecord = RecordOf<typeof pairingCodes>;

/** Tenant of each kiosk, so that a device is found before its tenant is known. */
export const kioskHomes = defineCollection({
  name: 'kiosk_homes',
  module: 'control',
  labels: { one: 'Kiosk home', many: 'Kiosk homes' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true },
    { name: 'revokedAt', type: 'date', note: 'A word to every server; what decides is the kiosk itself.' },
  ],
});

/** Keys by which kiosks of an event seal what they exchange; each is sealed to its place here, and given to kiosks alone. */
export const venueKeyTable = defineCollection({
  name: 'venue_keys',
  module: 'control',
  labels: { one: 'Venue key', many: 'Venue keys' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true },
    { name: 'event', type: 'text', required: true, unique: true },
    { name: 'generation', type: 'integer', required: true, min: 1 },
    { name: 'sealedKey', type: 'text', required: true, hidden: true, maxLength: 500 },
    { name: 'sealedPrevious', type: 'text', hidden: true, maxLength: 500 },
    { name: 'rotatedAt', type: 'date', note: 'Null: never.' },
  ],
});
export type VenueKeyRecord = RecordOf<typeof venueKeyTable>;

export const kioskTables = [pairingCodes, kioskHomes, venueKeyTable];
