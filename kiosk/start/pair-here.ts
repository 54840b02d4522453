/** Pairing as the screen asks for it: where the server is, what it answers, in the screen's own closed list. */

import type { HostApi } from '#kiosk/bridge/host-api.ts';
import type { PairAnswer, PairRefusal, PairRequest, PreviewAnswer } from '#kiosk/screens/model/kiosk-model.ts';
import type { KeyStore } from '#kiosk/store/key-store.ts';
import type { Settings } from '#kiosk/store/replica.ts';
import { readCredentials } from '#kiosk/sync/credentials.ts';
import { pairKiosk } from '#kiosk/sync/pair.ts';
import { createServerClient } from '#kiosk/sync/server-client.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Credentials, pairingPreview } from '#shared/sync/down.ts';
import { refusalOf } from '#shared/sync/refusal.ts';
import { readServerUrl } from './page-address.ts';
import type { PageDevices } from './page-devices.ts';

const serverSetting = 'server_url';
const hostInfoWaitMs = 3_000;

export interface Pairing {
  readonly credentials: Credentials;
  readonly serverUrl: string;
}

/** @returns null: this kiosk is not paired */
export async function readPairing(settings: Settings): Promise<Pairing | null> {
  const credentials = await readCredentials(settings);
  const serverUrl = await settings.read(serverSetting);
  return credentials !== null && typeof serverUrl === 'string' ? { credentials, serverUrl } : null;
}

/** Removes the credentials; unsent scans stay in the journal. */
export async function forgetPairing(settings: Settings): Promise<void> {
  await settings.remove('credentials');
}

const refusals: Readonly<Record<string, PairRefusal>> = {
  pairing_code_unknown: 'pairing_code_unknown',
  pairing_code_expired: 'pairing_code_expired',
  pairing_code_used: 'pairing_code_used',
  pairing_code_other_device: 'pairing_code_other_device',
  upstream_only: 'upstream_only',
  upstream_unreachable: 'upstream_unreachable',
  unreachable: 'server_unreachable',
};

/** @param request the code and the server's address as typed */
export async function pairHere(
  request: PairRequest,
  settings: Settings,
  keyStore: KeyStore,
  { monotonicMs, softwareVersion }: Pick<PageDevices, 'monotonicMs' | 'softwareVersion'>,
): Promise<Pairing | Extract<PairAnswer, { ok: false }>> {
  const serverUrl = readServerUrl(request.serverUrl);
  if (serverUrl === null) return { ok: false, code: 'server_address', message: '' };
  const client = createServerClient({ baseUrl: serverUrl, fetch: window.fetch.bind(window), monotonicMs });
  const { pairingCode } = request;
  const answer = await pairKiosk({ client, keyStore, settings, pairingCode, softwareVersion });
  if (!answer.ok) {
    const [{ code, message }] = answer.errors;
    return { ok: false, code: refusals[code] ?? 'other', message };
  }
  await settings.write(serverSetting, serverUrl);
  return { credentials: answer.value, serverUrl };
}

/** @returns what a link's code would pair with, or why it would not */
export async function previewHere(
  { pairingCode, serverUrl: typed }: PairRequest,
  { monotonicMs }: Pick<PageDevices, 'monotonicMs'>,
): Promise<PreviewAnswer> {
  const serverUrl = readServerUrl(typed);
  if (serverUrl === null) return { ok: false, code: 'server_address', message: '' };
  const client = createServerClient({ baseUrl: serverUrl, fetch: window.fetch.bind(window), monotonicMs });
  const body = { pairingCode };
  const answer = await client.request({ method: 'POST', path: '/api/v1/kiosks/pairing-preview', body });
  if (answer.kind === 'unreachable') return { ok: false, code: 'server_unreachable', message: '' };
  const said = answer.status < 300 ? validate(pairingPreview, answer.body, { mode: 'create', unknown: 'drop' }) : null;
  if (said?.ok) return { ok: true, preview: said.value };
  const { code, message } = refusalOf(answer.status, answer.body);
  // A server of before there were previews: the person still sees which server it is.
  if (said !== null || code === 'route_unknown') return { ok: true, preview: null };
  return { ok: false, code: refusals[code] ?? 'other', message };
}

/**
 * A page that came from a server belongs to it; Electron has the server's address in its settings.
 *
 * @returns empty: the address is not known
 */
export async function likelyServer(addressed: string, host: HostApi | null): Promise<string> {
  if (addressed !== '' || host === null) return addressed;
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), hostInfoWaitMs);
  });
  const said = await Promise.race([host.info(), late]).catch(() => null);
  return said?.serverUrl ?? '';
}
