/** The gate: scans and their verdicts, check-ins, capacity, walk-ins, kiosks and supervisors. */

import {
  admissionLeases,
  admissionReports,
  leaseUses,
  supervisors,
  walkIns,
} from '#shared/modules/events/admission.ts';
import { checkinConflicts, checkins, kiosks, scans } from '#shared/modules/events/gate.ts';
import type { Part } from '../part.ts';
import { acknowledgeConflictsAction } from './acknowledge-conflicts.ts';
import { boardActions } from './board.ts';
import { checkinAction } from './checkin.ts';
import { checkinStatsAction } from './checkin-stats.ts';
import { declaredRules } from './declared-rules.ts';
import { scanRule, walkInRule } from './gate-rules.ts';
import { getGroupAction } from './group.ts';
import { kioskStatusAction } from './kiosk-status.ts';
import { leaseAdmissionsAction } from './lease-admissions.ts';
import { personalOfCheckin } from './personal.ts';
import { reconcileScans } from './reconcile-scans.ts';
import { setSupervisorAction } from './set-supervisor.ts';
import { undoCheckinAction } from './undo-checkin.ts';
import { unlockSettingsAction } from './unlock-settings.ts';
import { followWalkIns } from './walk-ins.ts';
import { watchPresence } from './watch-presence.ts';

export const checkinPart: Part = {
  name: 'checkin',
  needs: ['event', 'registration'],
  personal: personalOfCheckin,
  make: (ports) => ({
    collections: [
      scans,
      checkins,
      checkinConflicts,
      kiosks,
      supervisors,
      walkIns,
      admissionLeases,
      leaseUses,
      admissionReports,
    ],
    actions: [
      checkinAction(ports),
      checkinStatsAction,
      kioskStatusAction,
      ...boardActions(),
      undoCheckinAction,
      setSupervisorAction(ports),
      leaseAdmissionsAction,
      unlockSettingsAction(),
      acknowledgeConflictsAction,
      getGroupAction,
    ],
    rules: [scanRule(ports.signer), walkInRule, ...declaredRules],
    followers: [reconcileScans, followWalkIns(ports)],
    runners: [watchPresence],
  }),
};
