/**
 * The texts of the supervisors' board, in every language. Ages, counts and times come formatted; names stand as they
 * are.
 */
import type { ReportNotice } from '#kiosk/station/board.ts';

export interface BoardWords {
  readonly title: string;
  readonly about: string;
  readonly open: string;
  readonly loading: string;
  readonly fresh: string;
  /** @param age how long ago, without a word for it; `ago` has that word, and its case */
  readonly stale: (age: string, ago: string) => string;
  readonly asking: string;
  readonly never: string;
  readonly admittedTwice: (name: string) => string;
  readonly manyTwice: (count: number) => string;
  readonly hide: string;
  readonly conflicts: string;
  readonly first: (time: string, place: string) => string;
  readonly second: (time: string, place: string) => string;
  readonly noPlace: string;
  readonly reports: string;
  readonly kinds: Readonly<Record<ReportNotice['kind'], string>>;
  readonly over: (excess: string) => string;
  readonly seen: string;
  readonly notReported: string;
  readonly unknownPerson: string;
  readonly gates: string;
  readonly noGates: string;
  readonly columns: {
    readonly gate: string;
    readonly minute: string;
    readonly quarter: string;
    readonly hour: string;
    readonly checkedIn: string;
    readonly unsent: string;
  };
  readonly lists: string;
  readonly kiosks: string;
  readonly connection: string;
  readonly online: (ago: string) => string;
  readonly offline: (ago: string) => string;
  readonly neverHeard: string;
  readonly data: string;
  readonly old: (age: string, ago: string) => string;
  readonly unsent: string;
  readonly oldest: (count: string, ago: string) => string;
  readonly parked: string;
  readonly printer: string;
  readonly printers: { readonly ready: string; readonly busy: string; readonly error: string; readonly none: string };
  readonly papers: { readonly low: string; readonly out: string };
  readonly clock: string;
  readonly clockRight: string;
  readonly clockOff: (by: string) => string;
  readonly clockUnsure: string;
  readonly software: string;
  readonly unknown: string;
  readonly rooms: string;
  readonly room: (inside: string, leased: string) => string;
  readonly left: (left: string, capacity: string) => string;
  readonly tooMany: (excess: string) => string;
}
