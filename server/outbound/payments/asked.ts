/** One call to the processor, with every way it can end as a value. */

import Stripe from 'stripe';
import { secondMs } from '#shared/base/time.ts';
import type { Done } from '../../modules/events/payments/processor.ts';

const problemMax = 500;
/** Value in place of a status: the connection failed, or ended before it. */
const noAnswer = 0;
const tooManyCalls = 429;

function retryAfterMs(fault: Stripe.errors.StripeError): number | undefined {
  const seconds = Number(fault.headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * secondMs : undefined;
}

/** The processor's sentence, without anything that could be a key. */
function said(fault: Stripe.errors.StripeError): string {
  return fault.message.replace(/\b(sk|rk|whsec|pk)_\w+/g, '$1_…').slice(0, problemMax);
}

/** Another attempt may succeed: no answer, too many calls, a fault of theirs, or a call with the same key that still runs. */
function isPassing({ statusCode: status = noAnswer }: Stripe.errors.StripeError): boolean {
  // A key that is wrong today is set right by the operator: payments wait for it.
  return status === noAnswer || status >= 500 || [tooManyCalls, 409, 401, 403].includes(status);
}

/** @throws a fault that is no error of the processor */
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
