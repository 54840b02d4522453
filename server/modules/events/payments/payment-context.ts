/** The context for applying a payment message, and its possible outcomes. */
import type { PaymentEventRecord } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';

export type PaymentOutcome = PaymentEventRecord['outcome'];

export interface PaymentScene {
  readonly tx: Transaction;
  readonly tenant: string;
  readonly nowMs: number;
  /** The tenant is a sandbox. */
  readonly sandbox: boolean;
  readonly ports: Pick<EventsPorts, 'randomBytes' | 'payments'>;
}
