/**
 * The station: admits scans and says how things stand. Its parts are handed in, so that nothing here knows a network,
 * a printer or a window. State is a frozen picture, made again when something has changed and it is read.
 */

import type { Replica, StorageHealth } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { ApprovalCrypto } from '#shared/admission/supervisor-approval.ts';
import { createListeners } from '#shared/base/observable.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { Mac } from '#shared/ticket/external-code.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import { openConflictAcks } from './acknowledged-conflicts.ts';
import { admit, admitRegistration } from './admit.ts';
import { admitParty } from './admit-party.ts';
import { answer } from './answer-questions.ts';
import { openDirection } from './direction.ts';
import type { NeighbourPlaces } from './neighbour-places.ts';
import { openBoard } from './open-board.ts';
import { override } from './override.ts';
import { partyOf } from './party.ts';
import { openPlaceLeases } from './place-leases.ts';
import { recentScans } from './recent.ts';
import { createRecentAttempts } from './recent-attempts.ts';
import { searchPeople } from './search-people.ts';
import type { ServerActions } from './server-actions.ts';
import type { Station, StationState } from './station.ts';
import type { StationIdentity } from './station-facts.ts';
import { type Condition, conditionOf, drawState, type StationLink } from './station-state.ts';
import type { StationTools } from './station-tools.ts';
import { createPinCheck, supervisorsOf } from './supervisors.ts';
import { undo } from './undo.ts';
import { unlock } from './unlock.ts';
import { noVenue, type VenueFace } from './venue.ts';
import { walkIn, walkInChoices } from './walk-in.ts';

export interface StationParts {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly link: StationLink;
  readonly verifier: SignatureVerifier;
  readonly mac: Mac;
  readonly approvals: ApprovalCrypto;
  readonly monotonicMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Absent: this kiosk connects to no other ones. */
  readonly venue?: VenueFace;
  /** Absent: no other kiosk passes places on to this one. */
  readonly neighbours?: NeighbourPlaces;
  /** @returns the function that ends it */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
}

const storageCheckMs = 30_000;
/** Interval at which the station checks whether its lease has run out, and whether there is something to ask of the server. */
const lookEveryMs = 5_000;

export async function openStation(parts: StationParts): Promise<Station> {
  const { replica, identity, link, clock } = parts;
  const listeners = createListeners();
  const oneAtATime = createOneAtATime();
  let storage: StorageHealth | null = await replica.storage();
  let picture: StationState | null = null;
  let notifying = false;

  /** Many changes in one turn are one picture. */
  function changed(): void {
    picture = null;
    if (notifying) return;
    notifying = true;
    queueMicrotask(() => {
      notifying = false;
      listeners.notify();
    });
  }

  const condition = (): Condition => conditionOf(link);

  const server: ServerActions = { online: () => condition().online, act: (action, input) => link.act(action, input) };
  const acks = await openConflictAcks(replica.settings, server, changed);
  const direction = await openDirection(replica, identity);
  const leases = await openPlaceLeases({ ...parts, server, onChange: changed });
  const board = openBoard({ ...parts, server });
  const pins = createPinCheck(replica.settings, () => clock.now(), parts.approvals);
  const recent = createRecentAttempts();
  const tools: StationTools = { ...parts, oneAtATime, condition, direction: direction.now, leases, recent };

  /** Looks after leases and acknowledgements beside the scans: nothing waits for what is asked here. */
  function look(): void {
    leases.look();
    acks.look();
    // A lease runs out, and no news comes of it.
    if (picture !== null && picture.leaseExpired !== condition().leaseExpired) changed();
  }

  const ends = [
    replica.onChange(changed),
    replica.onChange(board.changed),
    link.subscribe(changed),
    link.subscribe(board.changed),
    link.subscribe(look),
    parts.every(lookEveryMs, look),
    parts.every(storageCheckMs, () => {
      void replica.storage().then((health) => {
        storage = health;
        changed();
      });
    }),
  ];
  look();

  return {
    board,
    venue: parts.venue ?? noVenue,
    state: () => {
      picture ??= drawState({
        replica,
        identity,
        clock,
        link,
        condition: condition(),
        direction,
        leases,
        acks,
        storage,
      });
      return picture;
    },
    subscribe: listeners.subscribe,
    admit: (scan) => admit(scan, tools),
    search: (text) => searchPeople(text, replica, identity),
    admitRegistration: (registrationId) => admitRegistration(registrationId, tools),
    setNetworkCut: (cut) => link.setNetworkCut(cut),
    acknowledgeConflict: (id) => acks.add(id, isOfServer(replica, id)),
    async setDirection(next) {
      await direction.set(next);
      changed();
    },
    answer: (scanId, answers) => answer(scanId, answers, tools),
    supervisors: () => supervisorsOf(replica, identity).map(({ id, name }) => ({ id, name })),
    unlock: (pin) => unlock(pin, pins, server, tools),
    override: (scanId, by) => override(scanId, by, pins, tools),
    recent: (limit) => recentScans(limit, tools),
    undo: (scanId, reason) => undo(scanId, reason, tools),
    walkInChoices: () => walkInChoices(tools),
    walkIn: (entry, answers) => walkIn(entry, answers, tools),
    party: (registrationId) => partyOf(registrationId, tools),
    admitParty: (holderScanId, registrationIds) => admitParty(holderScanId, registrationIds, tools),
    async close() {
      for (const end of ends) end();
      board.close();
      // A scan that is being recorded is recorded first.
      await oneAtATime(async () => undefined);
      await Promise.all([leases.close(), acks.close()]);
    },
  };
}

/** Whether a conflict is the server's, not one that this kiosk found by itself. */
function isOfServer({ roster }: Replica, conflictId: string): boolean {
  return roster.record('checkin_conflicts', conflictId) !== null;
}
