/**
 * The box in the kiosks' mesh (PE20–PE22), as a list: devices of the replica → member → what it hears is taken in; what
 * kiosks push here is passed on. Loaded by a box alone.
 */

import { canonicalJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { type Clock, isoTime, secondMs } from '#shared/base/time.ts';
import { peersHere } from '#shared/lan/api-here.ts';
import { nodePeerCrypto, nodeSha256 } from '#shared/lan/node-crypto.ts';
import { kiosks } from '#shared/modules/events/gate.ts';
import { readEntry } from '#shared/peers/entry.ts';
import { lanAddresses } from '#shared/peers/lan-address.ts';
import { keysOnce, listedMembers, taughtAddresses } from '#shared/peers/members.ts';
import { type Member, openMember } from '#shared/peers/open-member.ts';
import { createKeyRenewal } from '#shared/peers/renew-key.ts';
import type { BoxState } from '../box-state.ts';
import type { TakenRow } from '../signed-rows.ts';
import { boxActor } from '../tables.ts';
import type { UpstreamLink } from '../upstream-link.ts';
import { type ListedDevices, listDevices } from './listed-devices.ts';
import { heardRows, meshSettings } from './mesh-disk.ts';
import { type MeshStatus, meshStatus } from './mesh-status.ts';
import { offerRows } from './offer-rows.ts';
import { createSettled } from './settled-scans.ts';
import { startTakingIn, type TakeRows } from './take-in.ts';

/** Addresses at which a box listens for other devices and searches for them. */
export interface BoxLan {
  /** 0: any free one. */
  readonly port: number;
  /** Null: on every network of this machine. */
  readonly address: string | null;
  readonly mdns: boolean;
  /** `host:port` of others, as an operator typed them. */
  readonly typed: readonly string[];
}

export interface BoxMesh {
  status(): MeshStatus;
  /** `ip:port` on a LAN where others reach this box. */
  addresses(): readonly string[];
  /** Rows that kiosks pushed here and that are kept: those that are entries go to members that lack them. */
  kept(collection: string, rows: readonly TakenRow[]): void;
  /** Ids of scans that the server upstream has. */
  upstreamHas(ids: readonly string[]): void;
  stop(): Promise<void>;
}

export interface BoxMeshParts {
  readonly state: BoxState;
  readonly link: UpstreamLink;
  readonly clock: Clock;
  readonly lan: BoxLan;
  readonly take: () => TakeRows | null;
  readonly onFault: (fault: unknown) => void;
}

/** Maximum number of addresses that a device reports (SY26). */
const addressesMax = 8;
const tickEveryMs = secondMs;

export async function openBoxMesh(parts: BoxMeshParts): Promise<BoxMesh> {
  const { clock, lan, link, onFault, state } = parts;
  const { store } = state;
  const { event, kiosk: self } = state.record();
  const devices = await listDevices(state);
  const api = peersHere({
    port: lan.port,
    ...(lan.address !== null && { address: lan.address }),
    ...(!lan.mdns && { mdns: 'off' }),
  });
  const disk = heardRows(store);
  const settled = await createSettled(store, disk);
  const members = listedMembers(devices.all, event);
  const keys = keysOnce(state.credentials);
  const now = (): number => clock() + (link.clockOffsetMs() ?? 0);
  const member = await openMember({
    ...{ api, self, event },
    crypto: nodePeerCrypto(state.deviceKey()),
    sha256: nodeSha256,
    source: { members, keys },
    clock: { now, trusted: () => link.clockOffsetMs() !== null, monotonicMs: () => performance.now() },
    settings: meshSettings(store),
    heardRows: settled.rows,
    // A box scans nothing itself.
    own: [],
    online: () => link.reachedAtMs() !== null && link.problem() === null,
    // Unknown is not revoked: a box whose lease ran out still is a member, and needs the mesh the more.
    takesPart: () => state.record().ended !== 'kiosk_revoked',
    isCovered: settled.isCovered,
    relayAfterMs: 0,
    taught: () => taughtAddresses(devices.all(), { event, self }),
    every,
    onPlace: () => {},
    onFault,
  });
  const { mesh, book } = member;
  for (const address of lan.typed) await book.type(address);
  const takingIn = startTakingIn({ store, mesh, take: parts.take, upstreamHas: settled.upstreamHas, onFault });
  const offered = offerRows(mesh, event);
  const renew = createKeyRenewal({
    generation: () => keys()?.current.generation ?? null,
    isMissing: () => mesh.state().keyOutdated,
    members: members.all,
    renew: () =>
      link.renew().then(
        () => true,
        () => false,
      ),
    monotonicMs: () => performance.now(),
  });

  const addresses = () => lanAddresses(member.place()?.addresses ?? []).slice(0, addressesMax);

  async function tick(): Promise<void> {
    await keepAddresses(state, addresses());
    const isChanged = await devices.refresh();
    if (isChanged) members.changed();
    await member.tick(isChanged);
    await offered.again();
    takingIn.wake();
    if (link.problem() === null) await renew();
  }
  let ticking: Promise<void> | null = null;
  const endTicks = every(tickEveryMs, () => {
    ticking ??= tick()
      .catch(onFault)
      .finally(() => {
        ticking = null;
      });
  });
  mesh.onHeard(takingIn.wake);
  member.open();

  return {
    status: () => statusOf(member, devices, self),
    addresses,
    kept(collection, rows) {
      if (collection !== 'scans') return;
      const entries = rows.flatMap(
        ({ document: scan, previous, signature }) =>
          (previous === null ? null : readEntry({ scan, previous, signature })) ?? [],
      );
      if (entries.length > 0) offered.offer(entries).catch(onFault);
    },
    upstreamHas: settled.upstreamHas,
    async stop() {
      endTicks();
      await ticking;
      await takingIn.stop();
      await member.close();
      await api.stop();
    },
  };
}

function every(intervalMs: number, callback: () => void): () => void {
  const timer = setInterval(callback, intervalMs);
  return () => clearInterval(timer);
}

function statusOf(member: Member, devices: ListedDevices, self: string): MeshStatus {
  return meshStatus({
    ...{ self, state: member.mesh.state(), condition: member.condition() },
    addresses: member.place()?.addresses ?? [],
    devices: devices.all(),
    timeOf: isoTime,
  });
}

/** Writes the box's addresses to its record: its kiosks learn them from the box, others from the server upstream (SY26). */
async function keepAddresses({ record, store }: BoxState, addresses: readonly string[]): Promise<void> {
  const self = await store.get(kiosks, record().kiosk);
  if (self === null || canonicalJson(self.peerAddresses ?? []) === canonicalJson(addresses)) return;
  const done = await store.commit(boxActor, async (tx) => {
    await tx.update(kiosks.name, self.id, { peerAddresses: [...addresses] });
    return ok(null);
  });
  if (!done.ok) throw new Error(done.errors[0].message);
}
