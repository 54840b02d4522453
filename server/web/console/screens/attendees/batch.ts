/** Bulk actions as the console starts, shows and stops them; the server does the work. */
import { request } from '../../data/client.ts';
import type { RefundChoice } from './registration.ts';

export type BatchAction = 'resend' | 'cancel' | 'check_in';

/** The numbers are of people. */
export interface Batch {
  readonly id: string;
  readonly action: BatchAction;
  readonly state: 'running' | 'stopped' | 'done' | 'failed';
  /** All for whom the action was started. */
  readonly people: number;
  /** All whom the action has come to: done, skipped or refused. */
  readonly processed: number;
  readonly done: number;
  /** Nothing had to be done, e.g. cancelled before. */
  readonly skipped: number;
  readonly refused: number;
  /** The first 100 refusals. */
  readonly problems:
    | readonly { readonly registration: string; readonly name: string; readonly message: string }[]
    | null;
  readonly problem: string | null;
}

/** The filter and the search of a list of registrations; an empty search is none. */
export interface ChosenOnes {
  readonly where: Readonly<Record<string, unknown>>;
  readonly search: string;
}

export interface BatchPreview {
  /** All who fit the filter. */
  readonly people: number;
  /** Those of them whom the other numbers count: at most 5,000. */
  readonly counted: number;
  readonly affected: number;
  readonly refused: number;
  /** Sums in minor units, one for each currency. */
  readonly refunds: readonly { readonly amount: number; readonly currency: string; readonly registrations: number }[];
}

export interface Cancelling {
  readonly refund: RefundChoice;
  readonly reason: string | null;
}

const pathOf = (eventId: string) => `/events/${eventId}/batches`;
const bodyOf = (action: BatchAction, { where, search }: ChosenOnes) => ({ action, where, ...(search && { search }) });

export function previewBatch(
  eventId: string,
  action: BatchAction,
  chosen: ChosenOnes,
  refund: RefundChoice,
): Promise<BatchPreview> {
  return request('POST', `${pathOf(eventId)}/preview`, { ...bodyOf(action, chosen), refund });
}

export function startBatch(
  eventId: string,
  action: BatchAction,
  chosen: ChosenOnes,
  more: Partial<Cancelling> & { readonly gateId?: string } = {},
): Promise<{ readonly data: Batch }> {
  return request('POST', pathOf(eventId), { ...bodyOf(action, chosen), ...more });
}

export const stopBatch = (eventId: string, id: string) => request('POST', `${pathOf(eventId)}/${id}/stop`, {});
export const resumeBatch = (eventId: string, id: string) => request('POST', `${pathOf(eventId)}/${id}/resume`, {});
