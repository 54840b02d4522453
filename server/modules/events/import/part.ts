/** Attendees of other systems: imported from their files, with the codes they hold already. */

import { importOptions } from '#shared/modules/events/import-options.ts';
import { attendeeImports, externalCodes } from '#shared/modules/events/transfer.ts';
import type { Part } from '../part.ts';
import { failUnfinished } from './fail-unfinished.ts';
import { importRule, takeBackAction } from './import-acts.ts';
import { importFile } from './import-file.ts';
import { importChunks, importedAttendees } from './import-tables.ts';
import { personalOfImport } from './personal.ts';
import { runImports } from './run-import.ts';
import { takeImport } from './take-import.ts';

const mib = 1024 * 1024;

export const importPart: Part = {
  name: 'import',
  needs: ['event', 'registration', 'orders', 'checkin'],
  personal: personalOfImport,
  make: (ports) => ({
    collections: [attendeeImports, externalCodes],
    internal: [importChunks, importedAttendees],
    actions: [takeBackAction],
    rules: [importRule],
    followers: [runImports(ports)],
    jobs: [failUnfinished],
    intakes: [
      {
        action: importFile,
        path: '/events/:eventId/imports',
        fields: importOptions.map(({ name }) => name),
        bytesMax: 100 * mib,
        take: takeImport(ports),
      },
    ],
  }),
};
