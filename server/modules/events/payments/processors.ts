/** The payment processor of a tenant. */
import { toHex } from '#shared/base/bytes.ts';
import type { EventsPorts, PaymentPorts } from '../ports.ts';
import type { ChargeTerms, Done, PaymentProcessor } from './processor.ts';

const idBytes = 12;

type Ports = Pick<EventsPorts, 'randomBytes'> & { readonly payments: PaymentPorts };

export function isBuiltIn({ payments }: Pick<Ports, 'payments'>, sandbox: boolean): boolean {
  return payments.processorOf ? payments.processorOf(sandbox) === 'built-in' : payments.mode === 'test';
}

/** @returns null: no processor is asked for payments; messages about payments are still accepted */
export function processorFor(ports: Ports, sandbox: boolean): PaymentProcessor | null {
  if (isBuiltIn(ports, sandbox)) return builtInProcessor(ports);
  const given = ports.payments.processorOf?.(sandbox) ?? null;
  return given === 'built-in' ? null : given;
}

export const keyMissing = {
  kind: 'later',
  problem: 'This server has no key of the processor for this payment. Set it again.',
} as const;

/** @returns `keyMissing` where the tenant has no processor, or one of another mode than the payment */
export async function processorOfPayment(
  ports: Ports,
  tenant: string,
  livemode: boolean | null,
): Promise<PaymentProcessor | typeof keyMissing> {
  const processor = processorFor(ports, await ports.payments.isSandbox(tenant));
  if (processor?.livemode === livemode) return processor;
  return keyMissing;
}

/** Whether messages of this tenant have to say `livemode: true`. */
export function expectsLive(ports: Pick<Ports, 'payments'>, sandbox: boolean): boolean {
  const given = ports.payments.processorOf?.(sandbox) ?? null;
  return given === null || given === 'built-in' ? !sandbox : (given.livemode ?? !sandbox);
}

async function notHere<T>(): Promise<Done<T>> {
  const problem = 'The built-in test processor has no accounts. Set up a payment processor.';
  return { kind: 'refused', code: 'no_accounts', problem };
}

/** Path below the page of an order, where the built-in processor's buyer pays. */
export const testPaymentCut = '/test-payment';

/** An order of the registration page is paid at a page of ours; what the API sells, by `events.pay_test`. */
function testPageOf({ page, returnUrl }: Pick<ChargeTerms, 'page' | 'returnUrl'>): string | null {
  return page === 'hosted' && /\/o\/[^/]+$/.test(returnUrl) ? `${returnUrl}${testPaymentCut}` : null;
}

/** The built-in test processor: it holds no money, answers at once, and pays when `events.pay_test` says so. */
function builtInProcessor({ randomBytes }: Ports): PaymentProcessor {
  const id = (prefix: string) => `${prefix}_test_${toHex(randomBytes(idBytes))}`;
  const openAtOnce = (terms: ChargeTerms) => {
    const paymentIntent = id('pi');
    const clientSecret = `${paymentIntent}_secret_${toHex(randomBytes(idBytes))}`;
    return { session: null, paymentIntent, checkoutUrl: testPageOf(terms), clientSecret, expiresAtMs: null };
  };
  return {
    livemode: null,
    openAtOnce,
    open: async (terms) => ({ kind: 'done', value: openAtOnce(terms) }),
    close: async ({ paymentIntent }) => ({ kind: 'done', value: { standing: 'closed', paymentIntent } }),
    refund: async () => ({ kind: 'done', value: { id: id('re'), state: 'succeeded' } }),
    takeBack: async () => ({ kind: 'done', value: 0 }),
    giveBack: async () => ({ kind: 'done', value: null }),
    account: notHere,
    createAccount: notHere,
    accountLink: notHere,
    payouts: notHere,
    booked: async () => ({ kind: 'done', value: [] }),
  };
}
