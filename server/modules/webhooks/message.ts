/**
 * Makes the body of a webhook's message: an envelope around a change. The change holds only what the actor of the webhook may
 * read (reader.ts). Pure.
 */
import type { Values } from '#shared/base/json.ts';
import type { WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import type { Change } from '../../store/contract.ts';

/** Size above which the message names the record without its content: most receivers refuse more. */
const bodyCharsMax = 1_000_000;
export const testEventType = 'webhooks.endpoint.tested';

export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly tenant: string;
  readonly data: { readonly record: Values; readonly previous?: Values; readonly truncated?: true };
  readonly sequence: number;
}

/**
 * @param id of the delivery
 * @param type which of the change's types
 * @param change reduced to what the webhook's actor may read
 */
export function messageOf(id: string, type: string, tenant: string, change: Change): string {
  const previous = change.previous === null ? {} : { previous: change.previous };
  const envelope: Envelope = {
    id,
    type,
    timestamp: change.at,
    tenant,
    data: { record: change.record, ...previous },
    sequence: change.seq,
  };
  const text = JSON.stringify(envelope);
  if (text.length <= bodyCharsMax) return text;
  return JSON.stringify({ ...envelope, data: { record: { id: change.id }, truncated: true } } satisfies Envelope);
}

export function testMessage(id: string, tenant: string, at: string, { id: webhook, url }: WebhookRecord): string {
  const envelope: Envelope = {
    id,
    type: testEventType,
    timestamp: at,
    tenant,
    data: { record: { id: webhook, url } },
    sequence: 0,
  };
  return JSON.stringify(envelope);
}
