/** The events module is the sum of its parts. Without a part's line the server runs without that part. */
import { eventRefusalStatuses } from '#shared/modules/events/refusals.ts';
import type { Module } from '../../core/collections/module.ts';
import { activityPagePart } from './activity-page/part.ts';
import { batchesPart } from './batches/part.ts';
import { captionsPart } from './captions/part.ts';
import { changesPart } from './changes/part.ts';
import { checkinPart } from './checkin/part.ts';
import { eventPart } from './event/part.ts';
import { exhibitorPagePart } from './exhibitor-page/part.ts';
import { exportPart } from './export/part.ts';
import { gamificationPart } from './gamification/part.ts';
import { importPart } from './import/part.ts';
import { invoicesPart } from './invoices/part.ts';
import { leadsPart } from './leads/part.ts';
import { lettersPart } from './letters/part.ts';
import { messagesPart } from './messages/part.ts';
import { morePagePart } from './more-page/part.ts';
import { networkingPart } from './networking/part.ts';
import { networkingPagePart } from './networking-page/part.ts';
import { ordersPart } from './orders/part.ts';
import { organizationPart } from './organization/part.ts';
import { assertNeeds, type Part } from './part.ts';
import { paymentsPart } from './payments/part.ts';
import { playerPart } from './player/part.ts';
import type { EventsPorts } from './ports.ts';
import { printingPart } from './printing/part.ts';
import { programmePagePart } from './programme-page/part.ts';
import { registrationPart } from './registration/part.ts';
import { registrationPagePart } from './registration-page/part.ts';
import { salesPart } from './sales/part.ts';
import { samplePart } from './sample/part.ts';
import { schedulePart } from './schedule/part.ts';
import { streamingPart } from './streaming/part.ts';
import { ticketPagePart } from './ticket-page/part.ts';
import { typeFeaturesPart } from './type-features/part.ts';
import { viewersPart } from './viewers/part.ts';
import { waitingListPart } from './waiting-list/part.ts';

export const eventParts: readonly Part[] = [
  eventPart,
  organizationPart,
  registrationPart,
  ordersPart,
  paymentsPart,
  salesPart,
  checkinPart,
  printingPart,
  lettersPart,
  messagesPart,
  batchesPart,
  ticketPagePart,
  registrationPagePart,
  waitingListPart,
  schedulePart,
  changesPart,
  invoicesPart,
  importPart,
  gamificationPart,
  typeFeaturesPart,
  captionsPart,
  viewersPart,
  playerPart,
  leadsPart,
  exhibitorPagePart,
  activityPagePart,
  networkingPart,
  networkingPagePart,
  streamingPart,
  programmePagePart,
  morePagePart,
  exportPart,
  samplePart,
];

/**
 * @param parts all of them, unless a test leaves one out
 * @throws where one of them needs a part that is not among them
 */
export function createEventsModule(ports: EventsPorts, parts: readonly Part[] = eventParts): Module {
  assertNeeds(parts);
  const made = parts.map((part) => part.make(ports, parts));
  return {
    name: 'events',
    collections: made.flatMap((part) => part.collections ?? []),
    internal: made.flatMap((part) => part.internal ?? []),
    actions: made.flatMap((part) => part.actions ?? []),
    rules: made.flatMap((part) => part.rules ?? []),
    followers: made.flatMap((part) => part.followers ?? []),
    jobs: made.flatMap((part) => part.jobs ?? []),
    runners: made.flatMap((part) => part.runners ?? []),
    pages: made.flatMap((part) => part.pages ?? []),
    intakes: made.flatMap((part) => part.intakes ?? []),
    exports: made.flatMap((part) => part.exports ?? []),
    sealed: made.flatMap((part) => part.sealed ?? []),
    refusals: eventRefusalStatuses,
  };
}
