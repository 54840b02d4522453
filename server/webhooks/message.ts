/** What is told of a change: the envelope, with what an owner sees of the record. Pure. */
import { isObject } from '#shared/base/json.ts';
import type { WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { Change } from '../store/contract.ts';

type Values = Readonly<Record<string, unknown>>;

/** Above it the record is named, not told: most receivers refuse more. */
const bodyCharsMax = 1_000_000;
export const testEventType = 'webhooks.endpoint.tested';

const own: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'version']);

function innerFields(field: Field): readonly Field[] {
  return field.type === 'group' || field.type === 'array' ? (field.fields ?? []) : [];
}

/** Named fields only: what a definition no longer has may have been hidden. */
function shown(fields: readonly Field[], values: Values, isRecord: boolean): Values {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (isRecord && own.has(name)) {
      kept[name] = value;
      continue;
    }
    const field = fields.find((one) => one.name === name);
    if (!field || field.hidden) continue;
    const inner = innerFields(field);
    if (inner.length === 0) kept[name] = value;
    else if (Array.isArray(value)) kept[name] = value.map((one) => (isObject(one) ? shown(inner, one, false) : one));
    else kept[name] = isObject(value) ? shown(inner, value, false) : value;
  }
  return kept;
}

export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly tenant: string;
  readonly data: { readonly record: Values; readonly previous?: Values; readonly truncated?: true };
  readonly sequence: number;
}

/** @param id of the delivery, @param type which of the change's types */
export function messageOf(
  id: string,
  type: string,
  tenant: string,
  change: Change,
  definition: CollectionDefinition,
): string {
  const { fields } = definition;
  const previous = change.previous === null ? {} : { previous: shown(fields, change.previous, true) };
  const envelope: Envelope = {
    id,
    type,
    timestamp: change.at,
    tenant,
    data: { record: shown(fields, change.record, true), ...previous },
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
