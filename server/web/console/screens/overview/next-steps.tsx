/** What is left to do before the doors open: read from the state of the event, not ticked off by hand. */
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
    { label: 'Add a ticket type', isDone: types.length > 0, href: `#/tickets/${id}` },
    { label: 'Say where it takes place', isDone: Boolean(event.venue), href: `#/event/${id}` },
    { label: 'Publish the event', isDone: event.status !== 'draft', href: `#/start/${id}` },
    {
      label: 'Share the link and get the first registration',
      isDone: sales.confirmed + sales.pending > 0,
      href: `#/start/${id}`,
    },
    { label: 'Pair a kiosk', isDone: kiosks > 0, href: `#/kiosks/${id}` },
    { label: 'Name a supervisor for the gate', isDone: supervisors > 0, href: `#/supervisors/${id}` },
    { label: 'Check someone in', isDone: stats.checkedIn > 0, href: `#/gate/${id}` },
  ];
}

export function NextSteps({ event, data }: { readonly event: EventSummary; readonly data: OverviewData }) {
  const steps = stepsOf(event, data);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="card" aria-labelledby="next-steps">
      <div className="head">
        <h2 id="next-steps">Next steps</h2>
        <span className="soft">
          {done} of {steps.length}
        </span>
      </div>
      <progress aria-labelledby="next-steps" max={steps.length} value={done} />
      <ol className="steps">
        {steps.map(({ label, isDone, href }) => (
          <li key={label} data-done={isDone ? '' : undefined}>
            <a href={href}>{label}</a>
            {isDone && <span className="visually-hidden"> (done)</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
