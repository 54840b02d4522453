/** The organizers' accounts at the payment processor. */
import { request } from '../../data/client.ts';
import { openWhenKnown } from '../../data/open-when-known.ts';

export interface PaymentAccount {
  readonly id: string;
  /** Id at the processor; null: the account is being created. */
  readonly account: string | null;
  readonly state: 'wanted' | 'known' | 'failed';
  readonly name: string | null;
  readonly email: string | null;
  readonly country: string | null;
  readonly chargesEnabled: boolean | null;
  readonly payoutsEnabled: boolean | null;
  readonly disabledReason: string | null;
  readonly requirements: readonly string[] | null;
  readonly problem: string | null;
}

export interface Payout {
  readonly id: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly arrivesAt: string;
}

/** Opens the processor’s questions in another tab. Their address works once, so each call asks for a new one. */
export function openOnboarding(accountId: string): Promise<void> {
  const path = `/events/payment-accounts/${accountId}/onboarding-link`;
  return openWhenKnown(async () => (await request<{ url: string }>('POST', path, { returnUrl: location.href })).url);
}

export async function readPayouts(accountId: string): Promise<readonly Payout[]> {
  return (await request<{ payouts: readonly Payout[] }>('GET', `/events/payment-accounts/${accountId}/payouts`))
    .payouts;
}
