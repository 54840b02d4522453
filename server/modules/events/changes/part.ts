/** Changes after the sale: what a cancellation would do, registrations that move to another person or ticket type. */
import type { Part } from '../part.ts';
import { changeTicketTypeAction } from './change-ticket-type.ts';
import { previewCancelAction, previewRefundAction } from './previews.ts';
import { transferAction } from './transfer.ts';

export const changesPart: Part = {
  name: 'changes',
  needs: ['event', 'registration', 'orders', 'payments'],
  make: (ports) => ({
    actions: [previewRefundAction, previewCancelAction, transferAction(ports), changeTicketTypeAction(ports)],
  }),
};
