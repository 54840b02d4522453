/** Name badges: the jobs that kiosks report, and badges printed again. */
import { printJobs } from '#shared/modules/events/gate.ts';
import type { Part } from '../part.ts';
import { printJobRule } from './print-job-rule.ts';
import { reprintBadgeAction } from './reprint-badge.ts';

export const printingPart: Part = {
  name: 'printing',
  needs: ['event', 'registration', 'checkin'],
  personal: [{ collection: printJobs, withheld: 'what a printer did; the badge shows what the registration says' }],
  make: () => ({
    collections: [printJobs],
    actions: [reprintBadgeAction],
    rules: [printJobRule],
  }),
};
