/** What is done for many people at once: one after the other, with what came of it. */
import { useState } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../../../parts/as-error.ts';
import { Button } from '../../../parts/button.tsx';
import { countText, moneyText } from '../../../parts/money-text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { goTo } from '../../shell/address.ts';
import { cancelRegistration, refundPreview, resendMail } from './registration.ts';

/** People whose refund is asked for before a cancellation. */
const previewMax = 200;

export interface BulkBarProps {
  readonly event: EventSummary;
  readonly ids: ReadonlySet<string>;
  readonly acting: Acting;
  readonly onClear: () => void;
}

const people = (count: number) => `${countText(count)} ${count === 1 ? 'person' : 'people'}`;

/** What all of them together get back, per currency. */
async function sumOfRefunds(eventId: string, ids: readonly string[]): Promise<string> {
  const sums = new Map<string, number>();
  for (const id of ids) {
    const { amount, currency } = await refundPreview(eventId, id);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  const texts = [...sums].filter(([, amount]) => amount > 0).map(([currency, amount]) => moneyText(amount, currency));
  return texts.length === 0 ? 'No money is refunded.' : `They get back ${texts.join(' and ')}.`;
}

export function BulkBar({ event, ids, acting, onClear }: BulkBarProps) {
  const [progress, setProgress] = useState<string | null>(null);
  const chosen = [...ids];

  /** Refusals of single people do not stop the others; the first is shown with their number. */
  async function forEach(verb: string, work: (id: string) => Promise<void>): Promise<void> {
    const failed: GatehouseError[] = [];
    await acting.act('', async () => {
      for (const [n, id] of chosen.entries()) {
        setProgress(`${verb} ${n + 1} of ${chosen.length}…`);
        await work(id).catch((fault: unknown) => failed.push(asError(fault)));
      }
      setProgress(null);
      const [first] = failed;
      if (first) throw first;
    });
    acting.say(
      `Done for ${people(chosen.length - failed.length)}${failed.length > 0 ? `, refused for ${failed.length}` : ''}.`,
    );
    onClear();
  }

  async function cancel(): Promise<void> {
    setProgress('Calculating refunds…');
    const sum =
      chosen.length > previewMax
        ? 'Refunds follow the terms of the event.'
        : await sumOfRefunds(event.id, chosen).catch(() => 'Refunds follow the terms of the event.');
    setProgress(null);
    if (!confirm(`Cancel the tickets of ${people(chosen.length)}? ${sum} This cannot be undone.`)) return;
    await forEach('Cancelling', (id) => cancelRegistration(event.id, id, 'rules', null));
  }

  return (
    <div className="bulk" role="toolbar" aria-label="For the chosen people">
      <strong role="status">{progress ?? `${countText(chosen.length)} selected`}</strong>
      {progress === null && (
        <>
          <Button small onClick={() => void forEach('Sending', (id) => resendMail(event.id, id))}>
            Resend ticket
          </Button>
          <Button small onClick={() => goTo(`/messages/${event.id}/new?ids=${chosen.join(',')}`)}>
            Message
          </Button>
          <Button small onClick={() => void cancel()}>
            Cancel tickets
          </Button>
          <Button small onClick={onClear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}
