/** The part of exports of an event, as a file at once or in the background. The surface `files` reads and writes the file. */
import { eventDatasets } from '#shared/modules/events/export.ts';
import { exportJobs } from '#shared/modules/events/export-job.ts';
import type { Part } from '../part.ts';
import { expireExports, runExports } from './run-export.ts';
import { exportRule, getExportAction, startExportAction } from './start-export.ts';
import { withdrawExports } from './withdraw-exports.ts';

export const exportPart: Part = {
  name: 'export',
  needs: ['event'],
  make: ({ exports: port }) => ({
    exports: eventDatasets,
    collections: [exportJobs],
    ...(port && {
      actions: [startExportAction(port), getExportAction(port)],
      rules: [exportRule],
      followers: [runExports(port), withdrawExports(port)],
      jobs: [expireExports(port)],
    }),
  }),
};
