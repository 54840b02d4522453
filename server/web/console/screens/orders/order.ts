/** Orders as list and drawer show them, and what an organizer does with one. */

import type { Tone } from '../../../parts/state-pill.tsx';
import { t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';

export const orderStatuses = ['open', 'confirmed', 'expired', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export interface Order {
  readonly id: string;
  readonly number: string;
  readonly status: OrderStatus;
  readonly paymentStatus: string;
  readonly method: 'online' | 'bank_transfer' | 'free';
  readonly channel: string;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  /** Minor units, as every sum of this file. */
  readonly amount: number;
  readonly discount: number;
  /** Part of `amount`. */
  readonly tax: number;
  /** The platform's part of `amount`. */
  readonly fee: number;
  readonly refunded: number;
  readonly currency: string;
  readonly holdExpiresAt: string | null;
  readonly paidAt: string | null;
  readonly createdAt: string;
  readonly lines: readonly OrderLine[];
}

export interface OrderLine {
  readonly registration: string;
  readonly name: string;
  readonly step?: string | null;
  readonly quantity: number;
  readonly amount: number;
}

export interface OrderPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly status: string;
  readonly paymentStatus: string;
  readonly amount: number;
}

export const orderTones: Readonly<Record<OrderStatus, Tone>> = {
  open: 'warn',
  confirmed: 'success',
  expired: 'plain',
  cancelled: 'danger',
};

export const methodLabels = { online: 'online', bank_transfer: t('bank_transfer'), free: t('free_2') } as const;

const pathOf = (eventId: string, id: string) => `/events/${eventId}/orders/${id}`;

/** Returns the address of the page that the buyer has. */
export async function orderPage(eventId: string, id: string): Promise<string> {
  return (await request<{ page: string }>('GET', pathOf(eventId, id))).page;
}

export async function markPaid(eventId: string, id: string): Promise<void> {
  await request('POST', `${pathOf(eventId, id)}/paid`, {});
}

export async function cancelOrder(eventId: string, id: string, refund: 'rules' | 'full' | 'none'): Promise<void> {
  await request('DELETE', `${pathOf(eventId, id)}${refund === 'rules' ? '' : `?refund=${refund}`}`);
}
