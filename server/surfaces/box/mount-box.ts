/** The page of a box, `/venue`, and the same as JSON, `/venue/state`: for people and programs on this machine alone. */
import type { Request } from 'express';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { parseTime, secondMs } from '#shared/base/time.ts';
import { timesIn } from '#shared/base/zoned-time.ts';
import { isLocal } from '../../http/local-request.ts';
import { answerPage } from '../../http/plain-page.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { BoxStatus } from './box-status.ts';
import type { MeshStatus } from './mesh/mesh-status.ts';
import { whyRefused } from './refused-devices.ts';
import { whyUnreached } from './unreached.ts';

function guard(request: Request): void {
  if (!isLocal(request)) throw refusal('route_unknown', `Nothing was found at ${request.path}.`);
}

const ends: Readonly<Record<string, string>> = {
  kiosk_revoked: 'It was revoked. Kiosks are not served. Pair it again with a new code; rows that wait are kept.',
  lease_expired: 'It was without its server for too long. Pair it again with a new code; rows that wait are kept.',
};

/** Returns the time by the clock at the venue: the page is read there. */
const timeIn = (timezone: string, iso: string): string => timesIn(timezone, 'en-GB').dayAndTime(parseTime(iso) ?? 0);

function upstreamLine({ ended, problem, reachable, reachedAt, timezone, upstream }: BoxStatus): string {
  if (ended !== null) return ends[ended] ?? ended;
  if (reachable) return `${upstream} is reached.`;
  if (problem === null) return `${upstream} is being asked…`;
  const since = reachedAt === null ? '' : ` It was reached last on ${timeIn(timezone, reachedAt)}.`;
  return `${upstream} is not reached. ${whyUnreached(problem)}${since} Kiosks continue with this box.`;
}

/** Smallest difference of clocks that is shown: less may be the time that an answer takes. */
const clockShownMs = secondMs;

function clockLines(offsetMs: number | null): readonly string[] {
  if (offsetMs === null || Math.abs(offsetMs) < clockShownMs) return [];
  const seconds = Math.round(Math.abs(offsetMs) / secondMs);
  return [`The clock of this computer is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the server’s.`];
}

function bodyOf(status: BoxStatus): string {
  const { behind, clockOffsetMs, kiosks, refusals, refused, waiting } = status;
  const lines = [
    upstreamLine(status),
    behind === null ? 'The number of changes to download is unknown yet.' : `Changes still to come down: ${behind}.`,
    `Scans and walk-ins that wait to go up: ${waiting}.`,
    ...(refused > 0 ? [`Not taken by the server, and kept here: ${refused}.`] : []),
    ...refusals.map(
      ({ id, kiosk, message }) => `${message ?? 'The server gave no reason.'} (Kiosk ${kiosk}, row ${id})`,
    ),
    ...clockLines(clockOffsetMs),
  ];
  const listed = kiosks.map(
    ({ name, online, pending }) =>
      `<li>${escapeHtml(name)}: ${online ? '' : 'not '}connected to this box${pending ? `, ${pending} unsent` : ''}</li>`,
  );
  return `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<h2>Kiosks</h2>
${listed.length === 0 ? '<p>No kiosk has paired here yet.</p>' : `<ul>${listed.join('\n')}</ul>`}
<h2>Network of the venue</h2>
${meshBody(status)}`;
}

const conditions: Readonly<Record<MeshStatus['condition'], string>> = {
  open: 'This box hears kiosks on the LAN directly.',
  no_host: 'The port for kiosks on the LAN is not open yet.',
  no_key: 'The server has not given the key of the event yet. This box hears no kiosks on the LAN.',
  switched_off: 'This box does not listen on the network.',
  not_here: 'This box was revoked. It hears no kiosks on the LAN.',
  failed: 'This computer cannot listen on the network. Check its firewall and VENUE_PEER_PORT.',
};

const timesWord = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** The state of the mesh for the status page: which members are reached, and what is wrong. */
function meshBody({ mesh, timezone }: Pick<BoxStatus, 'mesh' | 'timezone'>): string {
  const { addresses, condition, dropped, inReach, keyOutdated, members, reports } = mesh;
  const lines = [
    conditions[condition],
    `${inReach.length} of ${members} devices are in reach, this box included.`,
    ...(addresses.length > 0 ? [`Kiosks reach this box at ${addresses.join(', ')}.`] : []),
    ...(keyOutdated ? ['Others have a newer key of the event. This box needs its server to hear them.'] : []),
    ...(dropped > 0 ? [`${dropped} scans of kiosks had no room here. This box needs its server.`] : []),
  ];
  const devices = inReach.map(({ hears, isBox, name, online, self }) => {
    const what = [self ? 'this box' : isBox ? 'a box' : '', online ? 'reaches a server' : '']
      .filter(Boolean)
      .join(', ');
    const heard = hears.length === 0 ? 'hears no device directly' : `hears ${hears.join(', ')}`;
    return `<li>${escapeHtml(`${name}${what && ` (${what})`}: ${heard}`)}</li>`;
  });
  const troubles = reports.map(
    ({ count, lastAt, name, reason }) =>
      `<li>${escapeHtml(`${name ?? 'An unknown device'}: ${whyRefused(reason)} (${timesWord(count)}, last on ${timeIn(timezone, lastAt)})`)}</li>`,
  );
  const refused = troubles.length === 0 ? '' : `\n<h2>Problems on the network</h2>\n<ul>${troubles.join('\n')}</ul>`;
  return `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<ul>${devices.join('\n')}</ul>${refused}`;
}

/** @param status null: the box is not open yet */
export function mountBox(status: () => Promise<BoxStatus | null>): Mount {
  async function now(request: Request): Promise<BoxStatus> {
    guard(request);
    const found = await status();
    if (found === null) throw refusal('box_not_ready', 'The box is not open yet. Try again in a moment.');
    return found;
  }
  return {
    name: 'box',
    mount(app) {
      app.get('/venue', async (request, response) => {
        const found = await now(request);
        response.setHeader('Refresh', '10');
        answerPage(response, { status: 200, title: found.event || 'Box for the venue', body: bodyOf(found) });
      });
      app.get('/venue/state', async (request, response) => {
        const found = await now(request);
        response.json({ data: found, meta: {} });
      });
    },
  };
}
