/** Lists the steps up to the first check-in; which are done is read from the state of the event, not ticked off by hand. */
import { t, tx } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import type { OverviewData } from './overview-data.ts';

interface Step {
  readonly label: string;
  readonly isDone: boolean;
  readonly href: string;
}

export function stepsOf(
  event: EventSummary,
  { sales, stats, types, kiosks, supervisors }: OverviewData,
): readonly Step[] {
  const { id } = event;
  return [
    { label: t('add_a_ticket_type'), isDone: types.length > 0, href: `#/tickets/${id}` },
    { label: t('say_where_it_takes_place'), isDone: Boolean(event.venue), href: `#/event/${id}` },
    { label: t('publish_the_event'), isDone: event.status !== 'draft', href: `#/start/${id}` },
    {
      label: t('share_the_link_and_get_the'),
      isDone: sales.confirmed + sales.pending > 0,
      href: `#/start/${id}`,
    },
    { label: t('pair_a_kiosk'), isDone: kiosks > 0, href: `#/kiosks/${id}` },
    { label: t('name_a_supervisor_for_the_gate'), isDone: supervisors > 0, href: `#/supervisors/${id}` },
    { label: t('check_someone_in'), isDone: stats.checkedIn > 0, href: `#/gate/${id}` },
  ];
}

export function NextSteps({ event, data }: { readonly event: EventSummary; readonly data: OverviewData }) {
  const steps = stepsOf(event, data);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="card" aria-labelledby="next-steps">
      <div className="head">
        <h2 id="next-steps">{t('next_steps')}</h2>
        <span className="soft">{tx('of_8', { done, length: steps.length })}</span>
      </div>
      <progress aria-labelledby="next-steps" max={steps.length} value={done} />
      <ol className="steps">
        {steps.map(({ label, isDone, href }) => (
          <li key={label} data-done={isDone ? '' : undefined}>
            <a href={href}>{label}</a>
            {isDone && <span className="visually-hidden">{t('done_2')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
