/** Orders: what is sold, at which price, to whom; vouchers and the questions that buyers are asked. */
import { registrationAddOns, ticketOrders } from '#shared/modules/events/order.ts';
import { registrationQuestions } from '#shared/modules/events/question.ts';
import { vouchers } from '#shared/modules/events/voucher.ts';
import type { Part } from '../part.ts';
import { questionRule } from './question-rule.ts';
import { voucherRule } from './voucher-rule.ts';

export const ordersPart: Part = () => ({
  collections: [ticketOrders, registrationAddOns, vouchers, registrationQuestions],
  rules: [voucherRule, questionRule],
});
