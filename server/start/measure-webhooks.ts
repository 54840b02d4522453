/** The webhook figures on `/metrics`: joins the webhooks module with the metrics endpoint, which may not import each other. */
import type { Instruments } from '../endpoints/metrics/instruments.ts';
import type { WebhookFigures } from '../modules/webhooks/webhook-state.ts';

export function measureWebhooks(instruments: Instruments, figures: () => WebhookFigures): void {
  const gauge = (name: string, help: string, value: (all: WebhookFigures) => number) =>
    instruments.gauge(name, help, () => [[{}, value(figures())]]);
  gauge('gatehouse_webhook_queue', 'Webhook messages neither delivered nor failed permanently.', (all) => all.queued);
  gauge('gatehouse_webhook_oldest_seconds', 'Age of the oldest overdue message.', (all) => all.oldestSeconds);
  gauge('gatehouse_webhooks_in_progress', 'Requests to webhooks in progress.', (all) => all.inFlight);
  instruments.gauge(
    'gatehouse_webhook_attempts_total',
    'Attempts to deliver a webhook message.',
    () => {
      const { delivered, failed } = figures();
      return [
        [{ outcome: 'delivered' }, delivered],
        [{ outcome: 'failed' }, failed],
      ];
    },
    'counter',
  );
}
