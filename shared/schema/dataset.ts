/** Definitions of exports as files: the collection, its columns for people, and the formats. Data only. */

export const exportFormats = ['csv', 'xlsx', 'json', 'ics'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface DatasetColumn {
  readonly header: string;
  /** Field of the record. */
  readonly field: string;
  /** The field leads to a record: this field of it is shown. */
  readonly shows?: string;
  /** Minor units of the currency in the record's `currency`: shown in currency units. */
  readonly money?: true;
  /** The field is JSON with entries: the value under this key. */
  readonly entry?: string;
  /** The field is JSON with entries: all of them as one text, `key: value`, this between them. */
  readonly entries?: string;
  /** Part of a person's name: its last word, or all words before it. A guess, for programs that ask for two names. */
  readonly part?: 'first' | 'last';
  /** The field is a list: its items as one text, or this field of each item. */
  readonly list?: { readonly of?: string; readonly separator: string };
}

/** A field of the record, or of the record that it leads to. */
type CalendarColumn = Pick<DatasetColumn, 'field' | 'shows'>;

/** Fields of the record that make an entry of a calendar: the same entry as in files and mails that attendees get. */
export interface CalendarColumns {
  /** Prefix of the id in the UID: a calendar that has two files of the same entry shows it once. */
  readonly uidPrefix: string;
  /** Joined, where there are several. */
  readonly name: readonly [CalendarColumn, ...CalendarColumn[]];
  readonly startsAt: string;
  readonly endsAt: string;
  readonly venue?: CalendarColumn;
  readonly description?: string;
  readonly status: {
    readonly field: string;
    readonly cancelled: readonly string[];
    /** Not agreed yet. */
    readonly tentative?: readonly string[];
  };
  /** Rises with each change that calendars must follow; `step`: by how much in the other files. */
  readonly sequence?: { readonly field: string; readonly step: number };
}

/** A column as the JSON format and a choice of columns name it. */
export function columnName({ field, shows }: DatasetColumn): string {
  return shows === undefined ? field : `${field}.${shows}`;
}

export interface Dataset {
  readonly name: string;
  readonly module: string;
  /** Path of the dataset, e.g. `/events/:eventId/export`; also below `/api/v1`. */
  readonly path: string;
  readonly collection: string;
  /** The field that is held to the path's parameter. */
  readonly within: {
    readonly field: string;
    readonly parameter: string;
    readonly collection: string;
    /** The field with the time zone in which a workbook shows moments; absent: UTC. */
    readonly timeZone?: string;
  };
  readonly formats: readonly ExportFormat[];
  /** Columns of the calendar, in a dataset that has the format `ics`. */
  readonly calendar?: CalendarColumns;
  readonly columns: readonly DatasetColumn[];
}

/** The formats it can be exported in: a calendar only where it says what the entries are. */
export function formatsOf({ calendar, formats }: Pick<Dataset, 'calendar' | 'formats'>): readonly ExportFormat[] {
  return formats.filter((format) => format !== 'ics' || calendar !== undefined);
}
