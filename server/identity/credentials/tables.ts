/** The tables of credentials that the servers on one database share: the secret, and the keys that sign access tokens. */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

/** Secret that all servers on one database share, unless a file holds it: identity/credentials/shared-secret.ts. One record. */
export const installations = defineCollection({
  name: 'installations',
  module: 'control',
  labels: { one: 'Installation', many: 'Installations' },
  fields: [
    { name: 'name', type: 'text', required: true, unique: true },
    { name: 'secret', type: 'text', required: true, hidden: true },
  ],
});

/** Ed25519 keys of access tokens; the private half is sealed with the server's secret. */
export const signingKeys = defineCollection({
  name: 'signing_keys',
  module: 'control',
  labels: { one: 'Signing key', many: 'Signing keys' },
  fields: [
    { name: 'publicKey', type: 'text', required: true, note: 'Raw, base64url.' },
    { name: 'sealed', type: 'text', required: true, hidden: true },
    { name: 'activeFrom', type: 'date', required: true },
    { name: 'withdrawnAt', type: 'date', note: 'What it signed is no longer trusted.' },
  ],
});
export type SigningKeyRecord = RecordOf<typeof signingKeys>;

export const credentialTables = [installations, signingKeys];
