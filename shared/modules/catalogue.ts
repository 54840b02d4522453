/** The built-in catalogue, in the order of documentation: all modules that are data, so not e.g. events, auth and webhooks. */
import { bookingsModule } from './bookings/module.ts';
import { commerceModule } from './commerce/module.ts';
import { contentModule } from './content/module.ts';
import { crmModule } from './crm/module.ts';
import { financeModule } from './finance/module.ts';
import { formsModule } from './forms/module.ts';
import { helpdeskModule } from './helpdesk/module.ts';
import { hrModule } from './hr/module.ts';
import { marketingModule } from './marketing/module.ts';
import type { ModuleDefinition } from './module-definition.ts';
import { projectsModule } from './projects/module.ts';

export const catalogue: readonly ModuleDefinition[] = [
  contentModule,
  commerceModule,
  crmModule,
  helpdeskModule,
  marketingModule,
  formsModule,
  bookingsModule,
  projectsModule,
  financeModule,
  hrModule,
];
