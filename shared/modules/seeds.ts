/** The seed of every module of the catalogue. Imported dynamically, when a seed is loaded: other servers do not load it. */
import { bookingsSeed } from './bookings/seed.ts';
import { commerceSeed } from './commerce/seed.ts';
import { contentSeed } from './content/seed.ts';
import { crmSeed } from './crm/seed.ts';
import { financeSeed } from './finance/seed.ts';
import { formsSeed } from './forms/seed.ts';
import { helpdeskSeed } from './helpdesk/seed.ts';
import { hrSeed } from './hr/seed.ts';
import { marketingSeed } from './marketing/seed.ts';
import { projectsSeed } from './projects/seed.ts';
import type { SeedRecord } from './seed-record.ts';

/** Seeds by module; a module comes after those it needs. */
export const seeds: ReadonlyMap<string, readonly SeedRecord[]> = new Map([
  ['content', contentSeed],
  ['commerce', commerceSeed],
  ['crm', crmSeed],
  ['helpdesk', helpdeskSeed],
  ['marketing', marketingSeed],
  ['forms', formsSeed],
  ['bookings', bookingsSeed],
  ['projects', projectsSeed],
  ['finance', financeSeed],
  ['hr', hrSeed],
]);
