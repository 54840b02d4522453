/** The pairing as it is kept: who this kiosk is, and its token. In the replica's settings, hence sealed. */

import type { Settings } from '#kiosk/store/replica.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Credentials, credentials as credentialFields } from '#shared/sync/down.ts';

const setting = 'credentials';

/** Drops fields that only a newer server knows; null for anything that is no pairing. */
export function parseCredentials(value: unknown): Credentials | null {
  const parsed = validate(credentialFields, value, { mode: 'create', unknown: 'drop' });
  return parsed.ok ? parsed.value : null;
}

/** @returns null where the kiosk is not paired */
export async function readCredentials(settings: Settings): Promise<Credentials | null> {
  return parseCredentials(await settings.read(setting));
}

export async function writeCredentials(settings: Settings, credentials: Credentials): Promise<void> {
  await settings.write(setting, credentials);
}
