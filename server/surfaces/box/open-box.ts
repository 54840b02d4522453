/**
 * A box for the venue as a list: what of a server it limits, what it adds, and the round that keeps it in step with its
 * server upstream. README.md says what it is for.
 */
import { must } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import { ConfigError } from '../../core/config-error.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import { faultFields, type Log } from '../../http/log.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { Secrets } from '../../identity/credentials/secrets.ts';
import type { Upstream } from '../../identity/kiosks/kiosk-tokens.ts';
import type { Kiosks } from '../../identity/kiosks/kiosks.ts';
import { boxKiosks } from './box-kiosks.ts';
import { type BoxState, boxTenant, keepPairing, readBoxState } from './box-state.ts';
import { boxStatus } from './box-status.ts';
import type { BoxLan, BoxMesh } from './mesh/open-box-mesh.ts';
import type { TakeRows } from './mesh/take-in.ts';
import { mountBox } from './mount-box.ts';
import { pairBox } from './pair-box.ts';
import { type RunningBox, runBox } from './run-box.ts';
import { keepSignedRows, type TakenRow } from './signed-rows.ts';
import { createUpstreamClient } from './upstream-client.ts';
import { followHints } from './upstream-hints.ts';
import { createUpstreamLink, type UpstreamLink } from './upstream-link.ts';

export interface BoxSetting {
  readonly upstream: string;
  /** Null: it was paired before. */
  readonly code: string | null;
}

export interface BoxParts {
  readonly setting: BoxSetting;
  readonly lan: BoxLan;
  readonly directory: Directory;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly softwareVersion: string;
}

export interface Box {
  readonly given: Upstream;
  readonly mount: Mount;
  kiosksOf(own: Kiosks): Kiosks;
  /** Keeps rows of a push that this server took; rows of another tenant are ignored. Resolves when they are durable. */
  keep(tenant: string, collection: string, rows: readonly TakenRow[]): Promise<void>;
  /** @param takes returns, for the id of this box, the function that takes the rows it hears on the LAN (PE21) */
  hearsBy(takes: (device: string) => TakeRows): void;
  /**
   * Pairs where that is still to be done, and begins its rounds.
   *
   * @returns a function that stops them
   * @throws ConfigError where it cannot be a box
   */
  start(log: Log): Promise<() => Promise<void>>;
}

interface Open {
  readonly state: BoxState;
  readonly link: UpstreamLink;
  readonly running: RunningBox;
  readonly mesh: BoxMesh;
}

async function stateFor({ directory, secrets, setting, softwareVersion }: BoxParts): Promise<BoxState> {
  for await (const { slug } of directory.all())
    if (slug !== boxTenant)
      throw new ConfigError('The data folder belongs to a server with tenants of its own. A box needs an empty one.');
  const { code, upstream } = setting;
  const known = await readBoxState(directory, secrets);
  // The code of the first start may still be set: it is used up.
  if (known && (known.record().ended === null || code === null)) return known;
  if (code === null)
    throw new ConfigError('This box is not paired yet. Start it with --code and a pairing code of the role box.');
  const client = createUpstreamClient(upstream);
  const paired = await pairBox({ client, upstream, pairingCode: code, softwareVersion });
  if (!paired.ok) throw new ConfigError(paired.errors[0].message);
  if (known && known.record().event !== paired.value.credentials.event)
    throw new ConfigError('The pairing code is of another event. A box for it needs another data folder.');
  const kept = await keepPairing(directory, secrets, paired.value);
  if (!kept.ok) throw new ConfigError(kept.errors[0].message);
  return kept.value;
}

export function createBox(parts: BoxParts): Box {
  const { clock, directory, setting } = parts;
  const { upstream } = setting;
  const ending = new AbortController();
  const client = createUpstreamClient(upstream, ending.signal);
  let open: Open | null = null;
  let own: Kiosks | null = null;
  let takes: ((device: string) => TakeRows) | null = null;
  const credentials = () => open?.state.credentials() ?? null;

  return {
    given: {
      venueKey: () => credentials()?.venueKey ?? null,
      sealKey: () => credentials()?.sealKey ?? null,
    },
    mount: mountBox(async () => open && boxStatus({ ...open, upstream })),
    kiosksOf(kiosks) {
      own = kiosks;
      const { control } = directory;
      return boxKiosks({ client, control, kiosks, upstream, state: () => open?.state ?? null });
    },
    async keep(tenant, collection, rows) {
      const { mesh, running, state } = must(open, 'a box that serves kiosks');
      if (tenant !== state.tenant.id) return;
      await keepSignedRows(state.store, collection, rows);
      mesh.kept(
        collection,
        rows.filter(({ heard }) => !heard),
      );
      running.wake();
    },
    hearsBy(given) {
      takes = given;
    },
    async start(log) {
      const state = await stateFor(parts);
      const link = createUpstreamLink(state, client, clock);
      // Loaded where it is wanted: a server that is no box has no use for it.
      const { openBoxMesh } = await import('./mesh/open-box-mesh.ts');
      const take = () => takes?.(state.record().kiosk) ?? null;
      const onMeshFault = (fault: unknown) =>
        log.warn('the mesh of the box failed, it tries again', faultFields(fault));
      const mesh = await openBoxMesh({ state, link, clock, lan: parts.lan, take, onFault: onMeshFault });
      const running = runBox(
        {
          ...{ state, link, mesh, clock, control: directory.control, kiosks: must(own, 'the kiosks of this server') },
          onLeft: (left) =>
            log.warn('records do not fit', { records: left.map(({ collection, id }) => `${collection}/${id}`) }),
          onFault: (fault) => log.warn('the round of the box failed, it tries again', faultFields(fault)),
        },
        parts.softwareVersion,
      );
      open = { state, link, running, mesh };
      const hints = await followHints(upstream, () => state.credentials().token, running.wake);
      return async () => {
        hints.close();
        ending.abort();
        await running.stop();
        await mesh.stop();
      };
    },
  };
}
