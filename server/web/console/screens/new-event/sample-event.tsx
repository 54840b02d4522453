/** An event with people and orders to look around in, added and removed as a whole. */

import { ownTimeZone } from '#shared/base/zoned-input.ts';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { queryClient } from '../../data/query-client.ts';
import type { Versioned } from '../../data/save-record.ts';
import { useRecord } from '../../data/use-record.ts';
import { goTo } from '../../shell/address.ts';

const path = '/events/sample';

async function addSample(): Promise<void> {
  const answer = await request<{ event: { id: string } }>('POST', path, { timezone: ownTimeZone() });
  await queryClient.invalidateQueries({ queryKey: ['events'] });
  goTo(`/overview/${answer.event.id}`);
}

export function AddSampleEvent() {
  const acting = useAct(() => {});
  return (
    <section className="card" aria-labelledby="sample">
      <h2 id="sample">{t('look_around_first')}</h2>
      <p>{t('a_sample_event_has_ticket_types')}</p>
      <p>
        <Button onClick={() => void acting.act('', addSample)}>{t('add_a_sample_event')}</Button>
      </p>
      <Problem error={acting.problem} />
    </section>
  );
}

async function removeSample(): Promise<void> {
  await request('DELETE', path);
  await queryClient.invalidateQueries({ queryKey: ['events'] });
  goTo('/overview');
}

interface MaybeSample extends Versioned {
  readonly sample?: boolean | null;
}

/** Offers on the overview to remove the sample event; renders nothing for any other event. */
export function RemoveSampleEvent({ event }: { readonly event: EventSummary }) {
  const { data } = useRecord<MaybeSample>('events', event.id);
  const acting = useAct(() => {});
  if (data?.sample !== true) return null;
  const remove = () => {
    if (confirm(t('remove_the_sample_event_with_everything'))) void acting.act('', removeSample);
  };
  return (
    <div className="note">
      <p>{t('this_is_the_sample_event_change')}</p>
      <Button small onClick={remove}>
        {t('remove_sample_event')}
      </Button>
      <Problem error={acting.problem} />
    </div>
  );
}
