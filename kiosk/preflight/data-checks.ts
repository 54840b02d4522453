/**
 * Checks the data that the kiosk decides with: its list and the list's age, the connection to the server, both versions,
 * the clock, the lease, the places left in rooms.
 */
import { hourMs, minuteMs, parseTime, secondMs } from '#shared/base/time.ts';
import { syncVersion, syncVersionFloor } from '#shared/sync/version.ts';
import { type Check, found } from './check.ts';
import type { PreflightPorts, ServerPing } from './ports.ts';

const staleAfterMs = 2 * minuteMs;
const oldAfterMs = 30 * minuteMs;
const slowRoundTripMs = 1_500;
/** A device's own clock that is off by more is corrected here, and wrong in everything else on this machine. */
const offsetNoticedMs = minuteMs;
const leaseShortMs = 4 * hourMs;
const pingTimeoutMs = 6 * secondMs;

type DataPorts = Pick<PreflightPorts, 'replica' | 'clock' | 'link' | 'ping' | 'softwareVersion' | 'rooms' | 'after'>;

/** A kiosk that has just started has the age of its last run, until the server has answered. */
const firstAnswerWaitMs = 5 * secondMs;
const lookEveryMs = 200;

export function dataChecks(ports: DataPorts): readonly Check[] {
  const { replica, clock, link } = ports;
  const quick = secondMs;
  return [
    {
      id: 'first_load',
      timeoutMs: quick,
      run: async () => {
        if (!replica.ready()) return found('first_load', 'missing');
        const people = replica.roster.registrationCount();
        return found('first_load', people === 0 ? 'empty' : 'ok', { people });
      },
    },
    {
      id: 'data_age',
      timeoutMs: firstAnswerWaitMs + secondMs,
      run: async () => {
        const asOfMs = parseTime((await firstAnswer(ports)) ?? '');
        if (asOfMs === null) return found('data_age', 'never');
        const ageMs = Math.max(0, clock.now() - asOfMs);
        return found('data_age', ageMs > oldAfterMs ? 'old' : ageMs > staleAfterMs ? 'stale' : 'ok', { ageMs });
      },
    },
    {
      id: 'server',
      timeoutMs: pingTimeoutMs,
      run: async (signal) => {
        if (link.networkCut()) return found('server', 'cut');
        return judgePing(await ports.ping(signal));
      },
    },
    {
      id: 'version',
      timeoutMs: pingTimeoutMs,
      run: async (signal) => judgeVersion(await ports.ping(signal), ports.softwareVersion),
    },
    {
      id: 'clock',
      timeoutMs: quick,
      run: async () => {
        const offsetMs = clock.offsetMs();
        if (!clock.trusted()) return found('clock', 'untrusted', { offsetMs, reason: clock.reason() ?? '' });
        return found('clock', Math.abs(offsetMs) > offsetNoticedMs ? 'corrected' : 'ok', { offsetMs });
      },
    },
    {
      id: 'lease',
      timeoutMs: quick,
      run: async () => {
        const phase = link.phase();
        if (phase.phase === 'locked') return found('lease', phase.code === 'kiosk_revoked' ? 'revoked' : 'expired');
        const endsMs = parseTime((await link.leaseExpiresAt()) ?? '');
        const leftMs = endsMs === null ? 0 : endsMs - clock.now();
        if (leftMs <= 0) return found('lease', 'expired');
        return found('lease', leftMs < leaseShortMs ? 'short' : 'ok', { leftMs });
      },
    },
    {
      id: 'rooms',
      timeoutMs: quick,
      run: async () => {
        const rooms = ports.rooms();
        const fewest = [...rooms].sort((a, b) => a.left - b.left)[0];
        if (fewest === undefined) return found('rooms', 'none');
        const finding = fewest.left === 0 ? 'empty' : fewest.left < roomShort ? 'short' : 'ok';
        return found('rooms', finding, { room: fewest.name, left: fewest.left });
      },
    },
  ];
}

async function firstAnswer({ link, after }: DataPorts): Promise<string | null> {
  for (let waitedMs = 0; waitedMs < firstAnswerWaitMs; waitedMs += lookEveryMs) {
    const { phase } = link.phase();
    if (phase !== 'connecting' && phase !== 'loading') break;
    await new Promise<void>((next) => after(lookEveryMs, next));
  }
  return link.dataAsOf();
}

/** Free places below which the check warns: this few are taken within a minute or two. */
const roomShort = 5;

function judgePing(ping: ServerPing) {
  if (ping.kind === 'unreachable') return found('server', 'unreachable', { reason: ping.reason });
  const { status, roundTripMs } = ping;
  if (status >= 400) return found('server', 'unwell', { status });
  return found('server', roundTripMs > slowRoundTripMs ? 'slow' : 'ok', { roundTripMs });
}

function judgeVersion(ping: ServerPing, own: string) {
  if (ping.kind === 'unreachable' || ping.syncVersion === null || ping.syncVersionFloor === null)
    return found('version', 'unknown', { own });
  const server = ping.softwareVersion ?? '';
  // Either speaks what the other still understands: that alone decides whether scans arrive.
  const understood = syncVersion >= ping.syncVersionFloor && ping.syncVersion >= syncVersionFloor;
  if (!understood) return found('version', 'too_old', { own, server });
  return found('version', server === own ? 'ok' : 'differs', { own, server });
}
