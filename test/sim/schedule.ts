/** Puts a scenario on the world's clock: who comes, what changes at the server, what breaks, each at its time. */
import { must } from '#shared/base/assert.ts';
import { hourMs } from '#shared/base/time.ts';
import { act, type Ground, openingMs } from './ground.ts';
import { randomOf } from './random.ts';
import type { Arrival, Fault, Happening, Scenario } from './scenario.ts';
import type { CrashKind } from './sim-disk.ts';
import type { SimKiosk } from './sim-kiosk.ts';
import type { SimServer } from './sim-server.ts';
import { faultText, type Tell } from './tell.ts';
import type { TicketCodes } from './ticket-codes.ts';
import { type VirtualTime, world } from './virtual-time.ts';

export interface Stage {
  readonly scenario: Scenario;
  readonly ground: Ground;
  readonly time: VirtualTime;
  readonly server: SimServer;
  readonly kiosks: readonly SimKiosk[];
  readonly codes: TicketCodes;
  readonly tell: Tell;
  /** Called before the request to the server, which may be down. */
  readonly onRevoked: (kiosk: number) => void;
  readonly onRestored: () => void;
}

/** A code of this age is older than any kiosk takes. */
const oldPictureMs = 5 * hourMs;

/** Time since the event opened, of which the server's start has taken a moment. */
function at(time: VirtualTime, atMs: number, work: () => void): void {
  time.after(world, openingMs + atMs - time.now(), work);
}

export function schedule(stage: Stage): void {
  const { scenario, time, kiosks } = stage;
  const nonsense = randomOf(scenario.seed, 'codes');
  for (const arrival of scenario.arrivals)
    at(time, arrival.atMs, () => arrive(stage, arrival, `no ticket ${nonsense.whole(0, 999)}`));
  for (const { atMs, kiosk, kind } of scenario.acts) at(time, atMs, () => void kiosks[kiosk]?.act(kind));
  for (const happening of scenario.happenings) at(time, happening.atMs, () => happen(stage, happening));
  for (const fault of scenario.faults) scheduleFault(stage, fault);
}

function arrive({ ground, time, kiosks, codes }: Stage, { kiosk, person, shows }: Arrival, nonsense: string): void {
  const nowMs = time.now();
  const { ticketNumber } = must(ground.people[person], 'a person');
  const text =
    shows === 'nonsense' ? nonsense : codes(ticketNumber, shows === 'old_picture' ? nowMs - oldPictureMs : nowMs);
  void kiosks[kiosk]?.scan(text, `person ${person}${shows === 'ticket' ? '' : `, ${shows}`}`);
}

function happen({ ground, server, tell }: Stage, happening: Happening): void {
  const running = server.running();
  if (running === null) return;
  tell('server', happening.kind === 'cancelled' ? `cancels person ${happening.person}` : `registers ${happening.name}`);
  const input =
    happening.kind === 'cancelled'
      ? { eventId: ground.eventId, registrationId: ground.people[happening.person]!.id, refund: 'none' }
      : {
          eventId: ground.eventId,
          ticketType: 'standard',
          attendee: { name: happening.name, email: `${happening.name.replaceAll(' ', '')}@example.org` },
        };
  const action = happening.kind === 'cancelled' ? 'events.cancel_registration' : 'events.register';
  // Refused where it is no longer possible; lost where the server ends meanwhile.
  act(running, action, input).catch(() => {});
}

function scheduleFault(stage: Stage, fault: Fault): void {
  const { time, kiosks, server, tell } = stage;
  const breakAt = (atMs: number, work: () => void): void => {
    at(time, atMs, () => {
      tell('fault', faultText(fault));
      work();
    });
  };
  const restartServer = (downMs: number): void => {
    server.crash();
    time.after(world, downMs, () => {
      if (server.running() === null) void server.start();
    });
  };
  switch (fault.kind) {
    case 'kiosk_crash':
      breakAt(fault.atMs, () => crashKiosk(stage, fault.kiosk, fault.how, fault.downMs));
      return;
    case 'crash_at_write':
      breakAt(fault.atMs, () =>
        kiosks[fault.kiosk]?.disk.cutAtWrite(fault.nth, fault.when, () =>
          crashKiosk(stage, fault.kiosk, fault.how, fault.downMs),
        ),
      );
      return;
    case 'clock_set':
      breakAt(fault.atMs, () => kiosks[fault.kiosk]?.setClock(fault.byMs));
      return;
    case 'revoked':
      breakAt(fault.atMs, () => {
        const kiosk = kiosks[fault.kiosk];
        const running = server.running();
        if (!kiosk || !running) return;
        stage.onRevoked(fault.kiosk);
        running.kiosks.revoke(kiosk.kioskId).catch(() => {});
      });
      return;
    case 'server_crash':
    case 'server_upgrade':
      breakAt(fault.atMs, () => {
        if (fault.kind === 'server_upgrade') server.upgrade();
        restartServer(fault.downMs);
      });
      return;
    case 'server_cut':
      breakAt(fault.atMs, () => server.cutAtCommit(fault.nth, fault.when, () => restartServer(fault.downMs)));
      return;
    case 'server_restore':
      at(time, fault.backupAtMs, () => server.backUp());
      breakAt(fault.atMs, () => {
        if (!server.hasBackup()) return;
        server.crash();
        server.restore();
        stage.onRestored();
        restartServer(fault.downMs);
      });
      return;
    default:
      // A mood: looked up when something is done.
      breakAt(fault.fromMs, () => {});
  }
}

function crashKiosk({ time, kiosks }: Stage, n: number, how: CrashKind, downMs: number): void {
  kiosks[n]?.crash(how);
  time.after(world, downMs, () => kiosks[n]?.boot());
}
