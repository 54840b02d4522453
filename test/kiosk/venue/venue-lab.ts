/** Kiosks of one event in this process: they share who is a member and which key is valid, as a server would say it. */
import type { MemberSource } from '#shared/peers/open-member.ts';
import type { PeerMember, VenueKeys } from '#shared/peers/ports.ts';
import { kioskId, startVenueKiosk, type VenueKiosk, type VenueKioskParts } from './venue-kiosk.ts';

export interface VenueLab {
  readonly members: Map<string, PeerMember>;
  readonly devices: ReadonlyMap<string, CryptoKeyPair>;
  keys: VenueKeys;
  start(
    n: number,
    more?: Partial<Pick<VenueKioskParts, 'people' | 'capacity' | 'act' | 'isPhone' | 'mdns' | 'nowMs'>>,
  ): Promise<VenueKiosk>;
  stop(): Promise<void>;
}

export async function openVenueLab(folder: string, count: number): Promise<VenueLab> {
  const devices = new Map<string, CryptoKeyPair>();
  const members = new Map<string, PeerMember>();
  for (let n = 1; n <= count; n += 1) {
    const pair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
    const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    devices.set(kioskId(n), pair);
    members.set(kioskId(n), { id: kioskId(n), publicKey, revoked: false });
  }
  const running: VenueKiosk[] = [];
  const lab: VenueLab = {
    members,
    devices,
    keys: { current: { generation: 1, key: crypto.getRandomValues(new Uint8Array(32)) }, previous: null },
    async start(n, more = {}) {
      const source: MemberSource = {
        members: { find: (wanted) => members.get(wanted) ?? null, all: () => [...members.values()] },
        keys: () => lab.keys,
      };
      const common = { n, kiosks: count, people: 3, dataFolder: folder, address: '127.0.0.1', source, ...more };
      const kiosk = await startVenueKiosk({ ...common, device: devices.get(kioskId(n))! });
      running.push(kiosk);
      return kiosk;
    },
    async stop() {
      for (const kiosk of running.splice(0)) await kiosk.stop();
    },
  };
  return lab;
}
