/** Orders: what is sold, at which price, to whom; vouchers and the questions that buyers are asked. */

import { registrationAddOns, ticketOrders } from '#shared/modules/events/order.ts';
import { registrationQuestions } from '#shared/modules/events/question.ts';
import { vouchers } from '#shared/modules/events/voucher.ts';
import type { Part } from '../part.ts';
import { ofRegistration } from '../personal-data.ts';
import { cancelOrderAction } from './cancel-order.ts';
import { formAnswersRule } from './form-answers-rule.ts';
import { markOrderPaidAction } from './mark-order-paid.ts';
import { offerAction } from './offer.ts';
import { getOrderAction, orderAction } from './order.ts';
import { questionRule } from './question-rule.ts';
import { quoteAction } from './quote.ts';
import { voucherRule } from './voucher-rule.ts';

export const ordersPart: Part = {
  name: 'orders',
  needs: ['event', 'registration'],
  personal: [
    ...ofRegistration(registrationAddOns),
    {
      collection: ticketOrders,
      withheld: 'belongs to the buyer, who can be another person; the page of the order shows it',
    },
  ],
  make: (ports) => ({
    collections: [ticketOrders, registrationAddOns, vouchers, registrationQuestions],
    actions: [
      offerAction,
      quoteAction,
      orderAction(ports),
      getOrderAction(ports),
      cancelOrderAction,
      markOrderPaidAction(ports),
    ],
    rules: [voucherRule, questionRule, formAnswersRule],
  }),
};
