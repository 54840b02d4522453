/** The list of administration commands, each a value; `administer.ts` runs them. */
import { backup } from './archive/backup.ts';
import { restore } from './archive/restore.ts';
import type { Command } from './command.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { keyCreate, keyRevoke } from './keys.ts';
import { kioskImportScans, kioskPair, kioskRevoke } from './kiosks.ts';
import { keysRotate, memberAdd, memberList, memberRemove } from './members.ts';
import { moduleDocs, tenantSeed } from './modules.ts';
import { tenantMove } from './move.ts';
import { paymentsReconcile } from './payments.ts';
import { sdk } from './sdk/sdk.ts';
import { tenantPlan } from './tenant-plan.ts';
import { login, tenantCreate, tenantDelete, tenantList, tenantModules } from './tenants.ts';
import { tenantExport } from './transfer/export-tenant.ts';
import { tenantImport } from './transfer/import-tenant.ts';

export const commands: readonly Command[] = [
  tenantCreate,
  tenantList,
  tenantModules,
  tenantPlan,
  tenantSeed,
  tenantExport,
  tenantImport,
  tenantMove,
  tenantDelete,
  keyCreate,
  keyRevoke,
  kioskPair,
  kioskRevoke,
  kioskImportScans,
  memberAdd,
  memberList,
  memberRemove,
  login,
  keysRotate,
  demo,
  backup,
  restore,
  moduleDocs,
  sdk,
  paymentsReconcile,
  doctor,
];
