/** One kiosk of the partition bench as a process, to be started inside a network of its own. Driven by messages. */
import type { PeerMember, VenueKeys } from '#shared/peers/ports.ts';
import { person } from '#test/kiosk/station/sample-people.ts';
import { startVenueKiosk } from '#test/kiosk/venue/venue-kiosk.ts';

export type ToHost =
  | { readonly kind: 'begin'; readonly members: readonly HostMember[]; readonly addresses: readonly string[] }
  /** People by number, from 1. */
  | { readonly kind: 'admit'; readonly people: readonly number[] };
export type FromHost =
  | { readonly kind: 'ready'; readonly member: HostMember; readonly address: string }
  | { readonly kind: 'reach'; readonly inReach: number }
  | { readonly kind: 'admitted'; readonly verdicts: readonly string[] }
  /** The board shows so many people who were admitted twice. @param atMs of the machine's one clock */
  | { readonly kind: 'doubles'; readonly count: number; readonly atMs: number };
export interface HostMember {
  readonly id: string;
  readonly publicKey: string;
}

export interface HostSetting {
  readonly n: number;
  readonly kiosks: number;
  readonly people: number;
  readonly dataFolder: string;
  readonly address: string;
}

const say = (message: FromHost): void => void process.send?.(message);

async function main(setting: HostSetting): Promise<void> {
  const device = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', device.publicKey)).toString('base64url');
  const members = new Map<string, PeerMember>();
  const keys: VenueKeys = { current: { generation: 1, key: new Uint8Array(32).fill(7) }, previous: null };
  const source = {
    members: { find: (wanted: string) => members.get(wanted) ?? null, all: () => [...members.values()] },
    keys: () => keys,
  };
  const { id, lab, venue } = await startVenueKiosk({ ...setting, device, source });
  const { station } = lab;
  let doubles = 0;
  station.subscribe(() => {
    const count = new Set(station.state().conflicts.map(({ registrationId }) => registrationId)).size;
    if (count === doubles) return;
    doubles = count;
    say({ kind: 'doubles', count, atMs: performance.timeOrigin + performance.now() });
  });
  venue.subscribe(() => {
    const [address] = venue.state().addresses;
    if (address !== undefined) say({ kind: 'ready', member: { id, publicKey }, address });
    say({ kind: 'reach', inReach: venue.state().inReach });
  });
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (message: ToHost) => {
    if (message.kind === 'begin') {
      for (const { id: other, publicKey: text } of message.members) {
        members.set(other, { id: other, publicKey: new Uint8Array(Buffer.from(text, 'base64url')), revoked: false });
        // As a change of the roster, which the venue follows.
        lab.apply('kiosks', other, lab.replica.roster.record('kiosks', other));
      }
      for (const address of message.addresses) await venue.addAddress(address);
      return;
    }
    const verdicts: string[] = [];
    for (const n of message.people) {
      const answer = await station.admitRegistration(person(n).id);
      verdicts.push(answer.kind === 'decided' ? answer.outcome.verdict.code : answer.kind);
    }
    say({ kind: 'admitted', verdicts });
  });
}

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '') as HostSetting);
