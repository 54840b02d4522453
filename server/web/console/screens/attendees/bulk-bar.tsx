/** The bar that acts on all chosen people at once. The server does the work; the page may be left. */

import { Button } from '../../../parts/button.tsx';
import { countText } from '../../../parts/money-text.ts';
import { t, tx } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { goTo } from '../../shell/address.ts';
import { type BatchAction, type ChosenOnes, startBatch } from './batch.ts';
import { showBatches } from './batches.tsx';

export interface BulkBarProps {
  readonly event: EventSummary;
  readonly count: number;
  readonly chosenOnes: ChosenOnes;
  readonly acting: Acting;
  readonly onCancel: () => void;
  /** Something was started, or nothing is chosen any more. */
  readonly onClear: () => void;
}

const people = (count: number) => `${countText(count)} ${count === 1 ? t('person_2') : t('people_3')}`;

export function BulkBar({ event, count, chosenOnes, acting, onCancel, onClear }: BulkBarProps) {
  const gateId = event.gates[0]?.id;

  function start(action: BatchAction, question: string): void {
    if (!confirm(question)) return;
    const more = action === 'check_in' && gateId !== undefined ? { gateId } : {};
    void acting
      .act('', () => startBatch(event.id, action, chosenOnes, more))
      .then((isDone) => {
        if (!isDone) return;
        onClear();
        showBatches();
      });
  }

  return (
    <div className="bulk" role="toolbar" aria-label={t('for_the_chosen_people')}>
      <strong role="status">{tx('selected', { count: countText(count) })}</strong>
      <Button small onClick={() => start('resend', t('send_the_ticket_to_again', { people: people(count) }))}>
        {t('resend_ticket')}
      </Button>
      <Button small onClick={() => start('check_in', t('check_in_2', { people: people(count) }))}>
        {t('check_in')}
      </Button>
      {/* A message takes a filter and no search. */}
      {chosenOnes.search === '' && (
        <Button
          small
          onClick={() =>
            goTo(
              `/messages/${event.id}/new?${new URLSearchParams({ to: JSON.stringify(chosenOnes.where), count: String(count) })}`,
            )
          }
        >
          {t('message')}
        </Button>
      )}
      <Button small onClick={onCancel}>
        {t('cancel_tickets')}
      </Button>
      <Button small onClick={onClear}>
        {t('clear')}
      </Button>
    </div>
  );
}
