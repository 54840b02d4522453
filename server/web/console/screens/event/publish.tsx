/** Publishes a draft; where that is refused, what to do stands below with the links to do it. */

import { useState } from 'react';
import type { Refusal } from '#shared/base/result.ts';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { queryClient } from '../../data/query-client.ts';
import { openOnboarding } from '../orders/accounts-data.ts';

export function Publish({ event, look = 'primary' }: { readonly event: EventSummary; readonly look?: 'primary' }) {
  const acting = useAct(() => void queryClient.refetchQueries({ queryKey: ['events'] }));
  const [isBusy, setBusy] = useState(false);

  async function publish(): Promise<void> {
    setBusy(true);
    await acting.act(t('published_people_can_register_now'), () => request('POST', `/events/${event.id}/publish`, {}));
    setBusy(false);
  }

  return (
    <div className="publish">
      <Button look={look} aria-disabled={isBusy || undefined} onClick={() => void publish()}>
        {isBusy ? t('one_moment') : t('publish_event')}
      </Button>
      <span role="status">{acting.notice}</span>
      <Problem error={acting.problem} />
      {acting.problem?.errors.map((one) => (
        <WayOut key={one.code} refusal={one} event={event} />
      ))}
    </div>
  );
}

/** Links to what would make publishing possible. */
function WayOut({ refusal, event }: { readonly refusal: Refusal; readonly event: EventSummary }) {
  const acting = useAct(() => {});
  const accountId = (refusal.detail as { readonly accountId?: string } | undefined)?.accountId;
  if (refusal.code === 'processor_missing')
    return (
      <p className="actions">
        <a className="btn" href={`#/tickets/${event.id}`}>
          {t('change_the_prices')}
        </a>
        <a className="btn" href={`#/event/${event.id}/payment`}>
          {t('take_bank_transfers_instead')}
        </a>
      </p>
    );
  if (refusal.code !== 'account_not_ready') return null;
  return (
    <>
      <p className="actions">
        {accountId !== undefined && (
          <Button onClick={() => void acting.act('', () => openOnboarding(accountId))}>{t('finish_onboarding')}</Button>
        )}
        <a className="btn" href={`#/event/${event.id}/payment`}>
          {t('payment_settings')}
        </a>
      </p>
      <Problem error={acting.problem} />
    </>
  );
}
