/** Alerts for a person to review. One alert for one matter, also when it is found again. */
import { type AlertKind, paymentAlerts } from '#shared/modules/events/payment.ts';
import type { Transaction } from '../../../store/contract.ts';

const messageMax = 1_000;

export interface Alert {
  readonly kind: AlertKind;
  /** The subject of the alert; together with `kind` it is unique. */
  readonly about: string;
  /** Text for the person; stored up to `messageMax` characters. */
  readonly message: string;
  readonly event?: string | null;
  readonly registration?: string | null;
  readonly paymentIntent?: string | null;
}

/** Opens an alert, or opens a resolved one again; one that is open stays as it is. */
export async function raiseAlert(tx: Transaction, { kind, about, message, ...more }: Alert): Promise<void> {
  // A server without the payments part has no alerts: a mail that is refused, say, is seen at the mail itself.
  if (tx.shapeOf(paymentAlerts.name) === null) return;
  const key = `${kind}:${about}`;
  const known = await tx.findOne(paymentAlerts, { key });
  const said = message.slice(0, messageMax);
  if (!known) await tx.create('payment_alerts', { key, kind, message: said, ...more });
  else if (known.resolvedAt !== null) await tx.update('payment_alerts', known.id, { message: said, resolvedAt: null });
}

export async function resolveAlert(tx: Transaction, kind: AlertKind, about: string): Promise<void> {
  if (tx.shapeOf(paymentAlerts.name) === null) return;
  const known = await tx.findOne(paymentAlerts, { key: `${kind}:${about}` });
  if (known?.resolvedAt === null) await tx.update('payment_alerts', known.id, { resolvedAt: tx.now });
}
