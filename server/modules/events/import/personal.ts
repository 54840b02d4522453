/** The personal data that this part stores. */
import { attendeeImports, externalCodes } from '#shared/modules/events/transfer.ts';
import type { PersonalData } from '../personal-data.ts';
import { importChunks, importedAttendees } from './import-tables.ts';

export const personalOfImport: readonly PersonalData[] = [
  { collection: attendeeImports, withheld: 'rows that were refused, of people who have no registration' },
  { collection: importChunks, withheld: 'rows of a file while it is imported; the registration has the values' },
  { collection: importedAttendees, withheld: 'how an import is undone; the registration has the values' },
  { collection: externalCodes, withheld: 'holds a hash of the code alone' },
];
