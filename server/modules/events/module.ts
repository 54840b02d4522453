/** The events module as a value: its collections and actions from shared, its behaviour from this folder. */

import { toHex } from '#shared/base/bytes.ts';
import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { admissionLeases, admissionReports, leaseUses, supervisors, walkIns } from '#shared/modules/events/door.ts';
import {
  checkinLists,
  checkinQuestions,
  entryRules,
  events,
  gates,
  seatCounts,
  ticketKeys,
  ticketTypes,
} from '#shared/modules/events/event.ts';
import { checkinConflicts, checkins, kiosks, printJobs, scans } from '#shared/modules/events/gate.ts';
import { eventRefusalStatuses } from '#shared/modules/events/refusals.ts';
import { outgoingMails, paymentEvents, refunds, registrations } from '#shared/modules/events/registration.ts';
import type { Module } from '../../core/collections/module.ts';
import { acknowledgeConflictsAction } from './checkin/acknowledge-conflicts.ts';
import { boardActions } from './checkin/board.ts';
import { checkinAction } from './checkin/checkin.ts';
import { checkinStatsAction } from './checkin/checkin-stats.ts';
import { declaredRules } from './checkin/declared-rules.ts';
import { printJobRule, scanRule, walkInRule } from './checkin/gate-rules.ts';
import { getGroupAction } from './checkin/group.ts';
import { kioskStatusAction } from './checkin/kiosk-status.ts';
import { leaseAdmissionsAction } from './checkin/lease-admissions.ts';
import { reconcileScans } from './checkin/reconcile-scans.ts';
import { setSupervisorAction } from './checkin/set-supervisor.ts';
import { undoCheckinAction } from './checkin/undo-checkin.ts';
import { unlockSettingsAction } from './checkin/unlock-settings.ts';
import { followWalkIns } from './checkin/walk-ins.ts';
import { watchPresence } from './checkin/watch-presence.ts';
import { cancelEventAction, cancelPlacesOfCancelledEvents } from './event/cancel-event.ts';
import { createEventAction } from './event/create-event.ts';
import { prepareEvents } from './event/event-ground.ts';
import { eventRule, ticketTypeRule } from './event/event-rules.ts';
import { getEventAction } from './event/get-event.ts';
import { listEventsAction } from './event/list-events.ts';
import { publishEventAction } from './event/publish-event.ts';
import { statusByClock } from './event/status-by-clock.ts';
import { updateEventAction } from './event/update-event.ts';
import { retryMails, sendMails } from './letters/send-mails.ts';
import { paymentWebhookAction } from './payments/payment-door.ts';
import { payTestAction, refundTestPayments } from './payments/test-processor.ts';
import type { EventsPorts } from './ports.ts';
import { reprintBadgeAction } from './printing/reprint-badge.ts';
import { cancelRegistrationAction } from './registration/cancel-registration.ts';
import { expireHolds } from './registration/expire-holds.ts';
import { getRegistrationAction } from './registration/get-registration.ts';
import { importAttendeesAction } from './registration/import-attendees.ts';
import { registerAction } from './registration/register.ts';
import { registrationRule } from './registration/registration-rule.ts';
import { sealedTicketKeys } from './ticket-keys.ts';
import { ticketPages } from './ticket-page/ticket-pages.ts';

const madeSecretBytes = 32;

export function createEventsModule(ports: EventsPorts): Module {
  const test = ports.payments.mode === 'test';
  const given = ports.payments.webhookSecrets ?? [];
  const secrets =
    test && given.length === 0
      ? [`${credentialPrefixes.webhookSecret}${toHex(ports.randomBytes(madeSecretBytes))}`]
      : given;
  return {
    name: 'events',
    collections: [
      events,
      ticketTypes,
      seatCounts,
      checkinLists,
      gates,
      entryRules,
      checkinQuestions,
      ticketKeys,
      registrations,
      paymentEvents,
      refunds,
      outgoingMails,
      scans,
      checkins,
      checkinConflicts,
      printJobs,
      kiosks,
      supervisors,
      walkIns,
      admissionLeases,
      leaseUses,
      admissionReports,
    ],
    actions: [
      createEventAction(ports),
      getEventAction,
      listEventsAction(ports),
      updateEventAction,
      publishEventAction,
      cancelEventAction,
      registerAction(ports),
      importAttendeesAction(ports),
      getRegistrationAction(ports),
      cancelRegistrationAction,
      paymentWebhookAction(ports, secrets),
      payTestAction(ports, secrets),
      checkinAction(ports),
      checkinStatsAction,
      reprintBadgeAction,
      kioskStatusAction,
      ...boardActions(),
      undoCheckinAction,
      setSupervisorAction(ports),
      leaseAdmissionsAction,
      unlockSettingsAction(),
      acknowledgeConflictsAction,
      getGroupAction,
    ],
    rules: [
      eventRule,
      ticketTypeRule,
      registrationRule,
      scanRule(ports.signer),
      printJobRule,
      walkInRule,
      ...declaredRules,
    ],
    followers: [
      prepareEvents(ports),
      reconcileScans,
      followWalkIns(ports),
      sendMails(ports),
      cancelPlacesOfCancelledEvents,
      ...(test ? [refundTestPayments(ports, secrets)] : []),
    ],
    jobs: [expireHolds, statusByClock, retryMails(ports)],
    runners: [watchPresence],
    pages: ticketPages(ports),
    sealed: [sealedTicketKeys],
    refusals: eventRefusalStatuses,
  };
}
