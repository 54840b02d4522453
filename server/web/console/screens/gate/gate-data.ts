/** The data of the gate page, read together. */
import { request } from '../../data/client.ts';
import { openConflicts } from '../../data/open-conflicts.ts';
import { listAll, listPage } from '../../data/page-query.ts';
import { byId, namesOf, type Person } from '../../data/read-related.ts';

export interface Stats {
  readonly checkedIn: number;
  /** Seconds; 0 until the first check-in. */
  readonly avgCheckinTime: number | null;
  /** Start of the hour, ISO 8601; null: no one has come yet. */
  readonly peakHour: string | null;
  /** Null: unlimited. */
  readonly capacityRemaining: number | null;
  readonly byGate: readonly { readonly gate: string | null; readonly checkedIn: number }[];
  readonly byHour: readonly { readonly hour: string; readonly checkedIn: number }[];
}

export interface Checkin {
  readonly id: string;
  readonly registration: string;
  readonly gate: string | null;
  readonly checkedInAt: string;
}

export interface Conflict {
  readonly id: string;
  readonly registration: string;
  readonly gate: string | null;
  readonly firstGate: string | null;
  readonly kiosk: string | null;
  readonly firstKiosk: string | null;
  readonly scannedAt: string;
  readonly firstScannedAt: string;
}

export interface GateData {
  readonly stats: Stats;
  readonly checkins: readonly Checkin[];
  /** Conflicts that are not reviewed, the latest first, at most 50. */
  readonly conflicts: readonly Conflict[];
  /** Number of all that are not reviewed. */
  readonly openConflicts: number;
  /** By the id of the registration. */
  readonly people: ReadonlyMap<string, Person>;
  readonly kiosks: ReadonlyMap<string, { readonly name: string }>;
  /** Returns the name of a gate by its key; null: no gate was given. */
  readonly gateName: (key: string | null) => string | null;
}

const latestMax = 12;
const conflictsMax = 50;

export async function readGate(eventId: string): Promise<GateData> {
  const event = { equals: eventId };
  const [stats, checkins, conflicts, declared] = await Promise.all([
    request<Stats>('GET', `/events/${eventId}/checkin/stats`),
    listPage<Checkin>('checkins', { where: { event }, sort: '-checkedInAt', limit: latestMax }),
    listPage<Conflict>('checkin_conflicts', {
      where: openConflicts(eventId),
      sort: '-scannedAt',
      limit: conflictsMax,
      count: 'exact',
    }),
    listAll<{ key: string; name: string }>('gates', { where: { event } }),
  ]);
  const gates = new Map(declared.map(({ key, name }) => [key, name]));
  const [people, kiosks] = await Promise.all([
    namesOf([...checkins.data, ...conflicts.data].map(({ registration }) => registration)),
    byId<{ id: string; name: string }>(
      'kiosks',
      conflicts.data.flatMap(({ kiosk, firstKiosk }) => [kiosk, firstKiosk]),
    ),
  ]);
  // An event without gates takes any name; then the name is all there is.
  const gateName = (key: string | null) => (key === null ? null : (gates.get(key) ?? key));
  return {
    ...{ stats, checkins: checkins.data, people, kiosks, gateName },
    conflicts: conflicts.data,
    openConflicts: conflicts.total ?? conflicts.data.length,
  };
}
