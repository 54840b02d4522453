/** Every table of the control database: of the tenants, and of each matter of identity. */
import { tenantTables } from '../core/tenants/control.ts';
import { appTables } from './apps/tables.ts';
import { credentialTables } from './credentials/tables.ts';
import { keyTables } from './keys/tables.ts';
import { kioskTables } from './kiosks/tables.ts';
import { peopleTables } from './people/tables.ts';
import { ssoTables } from './sso/tables.ts';

export const controlTables = [
  ...tenantTables,
  ...keyTables,
  ...kioskTables,
  ...peopleTables,
  ...appTables,
  ...ssoTables,
  ...credentialTables,
];
