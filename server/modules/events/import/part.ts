/** Attendees of other systems: imported from their files, with the codes they hold already. */
import { attendeeImports, externalCodes, importChunks, importedAttendees } from '#shared/modules/events/transfer.ts';
import type { Part } from '../part.ts';

export const importPart: Part = () => ({
  collections: [attendeeImports, externalCodes],
  internal: [importChunks, importedAttendees],
});
