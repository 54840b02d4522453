/** What organizers export of an event, as CSV, XLSX or JSON. The surface `files` reads and writes it. */
import { eventDatasets } from '#shared/modules/events/export.ts';
import type { Part } from '../part.ts';

export const exportPart: Part = () => ({ exports: eventDatasets });
