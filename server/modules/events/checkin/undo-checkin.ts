/** `events.undo_checkin`: a scan that undoes another one, and its consequences, in one transaction. */

import { undoRefusal } from '#shared/admission/undo.ts';
import { ruleVersion } from '#shared/admission/verdict.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { undoCheckin } from '#shared/modules/events/admission-actions.ts';
import { scans } from '#shared/modules/events/gate.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import { actorName } from '../../../core/policy/actor.ts';
import { eventOf } from '../records.ts';
import { reconcileTicket } from './reconcile-scans.ts';

/** Undoings of one scan that are looked at: every kiosk may have sent one. */
const undoingsMax = 200;

export const undoCheckinAction = action(undoCheckin, async (tx, input, { actor, clock }) => {
  const nowMs = clock();
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const scan = await tx.get(scans, input.scanId);
  if (scan?.event !== input.eventId) return refuseWith('scan_not_found', { path: 'scanId' });
  const undoings = await tx.find(scans, {
    where: where({ undoes: scan.id }),
    limit: undoingsMax,
  });
  const refused = undoRefusal(scan, undoings, nowMs);
  if (refused !== null) return refuseWith(refused, { path: 'scanId', detail: { scannedAt: scan.scannedAt } });

  const { id: _id, createdAt: _made, updatedAt: _changed, version: _version, ...same } = scan;
  const undo = await tx.create('scans', {
    ...same,
    kiosk: null,
    counter: null,
    verdict: 'undone',
    undoes: scan.id,
    undoReason: input.reason,
    flags: [],
    scannedAt: isoTime(nowMs),
    issuedAt: null,
    clockOffsetMs: null,
    knownSeq: null,
    ruleVersion,
    source: 'api',
    staff: actorName(actor).slice(0, 120),
    overrideReason: null,
    overrideBy: null,
    overrode: null,
    answers: null,
    leases: null,
    durationMs: null,
  });
  await reconcileTicket(tx, scan, scan.list, nowMs);
  return ok({ undone: scan.id, scan: undo.id, undoneAt: isoTime(nowMs) });
});
