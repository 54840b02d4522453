/** What can be exported as a file: a collection, the columns people read, and the formats they come in. Data alone. */

export const exportFormats = ['csv', 'xlsx', 'json', 'ics'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface DatasetColumn {
  readonly header: string;
  /** Of the record. */
  readonly field: string;
  /** The field leads to a record: this field of it is shown. */
  readonly shows?: string;
  /** Minor units of the currency in the record's `currency`: shown in currency units. */
  readonly money?: true;
}

export interface Dataset {
  readonly name: string;
  readonly module: string;
  /** Where it is asked for, e.g. `/events/:eventId/export`; also below `/api/v1`. */
  readonly path: string;
  readonly collection: string;
  /** The field that is held to the path's parameter. */
  readonly within: { readonly field: string; readonly parameter: string; readonly collection: string };
  readonly formats: readonly ExportFormat[];
  readonly columns: readonly DatasetColumn[];
}
