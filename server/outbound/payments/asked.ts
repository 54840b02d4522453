/** One call to the processor, with every way it can end as a value. */

import Stripe from 'stripe';
import { secondMs } from '#shared/base/time.ts';
import type { Done } from '../../modules/events/payments/processor.ts';

const problemMax = 500;

function retryAfterMs(fault: Stripe.errors.StripeError): number | undefined {
  const seconds = Number(fault.headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * secondMs : undefined;
}

/** The processor's sentence, without anything that could be a key. */
function said(fault: Stripe.errors.StripeError): string {
  return fault.message.replace(/\b(sk|rk|whsec|pk)_\w+/g, '$1_…').slice(0, problemMax);
}

/** Another attempt may succeed: no answer, too many calls, a fault of theirs, or a call with the same key that still runs. */
function isPassing(fault: Stripe.errors.StripeError): boolean {
  if (fault instanceof Stripe.errors.StripeConnectionError || fault instanceof Stripe.errors.StripeRateLimitError)
    return true;
  const status = fault.statusCode ?? 0;
  // A key that is wrong today is set right by the operator: payments wait for it.
  return status === 0 || status >= 500 || status === 409 || status === 429 || status === 401 || status === 403;
}

/** @throws what is no error of the processor */
export async function asked<T>(call: () => Promise<T>): Promise<Done<T>> {
  try {
    return { kind: 'done', value: await call() };
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault;
    const problem = said(fault);
    if (!isPassing(fault)) return { kind: 'refused', code: fault.code ?? fault.type, problem };
    const afterMs = retryAfterMs(fault);
    return { kind: 'later', problem, ...(afterMs !== undefined && { afterMs }) };
  }
}
