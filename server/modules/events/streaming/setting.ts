/** The streaming setting of an event, and what its targets need to be like. */

import { isObject } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { streamingFields } from '#shared/modules/events/settings.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import { sealedValuesPurpose } from '../../../core/collections/sealed-values.ts';
import type { EventsPorts } from '../ports.ts';
import type { TargetAddress } from './ingest-message.ts';
import { noStreaming } from './ports.ts';
import { readTargetAddress } from './target-address.ts';

export function streamingOf({ streaming }: Pick<EventRecord, 'streaming'>) {
  return readSetting(streamingFields, streaming);
}

type EventSecrets = Pick<EventRecord, 'id' | 'streaming' | 'sealedValues'>;

function secretAt(ports: EventsPorts, tenant: string, event: EventSecrets, path: string): string | null {
  const sealed = isObject(event.sealedValues) ? event.sealedValues[path] : undefined;
  if (typeof sealed !== 'string') return null;
  const plain = ports.open(sealedValuesPurpose, sealed, { tenant, collection: events.name, id: event.id });
  return plain && new TextDecoder().decode(plain);
}

export interface KnownTarget extends TargetAddress {
  readonly name: string | null;
  readonly kind: 'youtube' | 'twitch' | 'custom';
  readonly enabled: boolean;
  /** Host of the address, without a path; null: there is no valid address. */
  readonly host: string | null;
}

/** The targets of an event with their secrets opened: `url` and `key` are for senders, never for an answer to a client. */
export function targetsOf(ports: EventsPorts, tenant: string, event: EventSecrets): readonly KnownTarget[] {
  const { allowPrivate } = ports.streaming ?? noStreaming;
  return (streamingOf(event).targets ?? []).flatMap(({ enabled, id, kind, name, url: shown }) => {
    if (!id) return [];
    const at = (field: string) => secretAt(ports, tenant, event, `streaming.targets.${id}.${field}`);
    // An earlier release kept the address in the setting itself.
    const url = at('url') ?? shown ?? null;
    const read = url === null ? null : readTargetAddress(url, allowPrivate);
    const problem = url === null ? 'address_missing' : read === null ? 'address_refused' : null;
    return [
      {
        id,
        name: name ?? null,
        kind,
        enabled,
        host: read?.host ?? null,
        url: read && url,
        key: at('key') ?? '',
        problem,
      },
    ];
  });
}

/** Addresses are checked where they are set, by whichever surface; a target that is new needs one. */
export function targetRule(ports: EventsPorts): CollectionRule {
  const { allowPrivate } = ports.streaming ?? noStreaming;
  const check = (target: unknown, at: number, sealed: unknown): Result<null> => {
    if (!isObject(target)) return ok(null);
    const path = `streaming.targets[${at}].url`;
    const { id, url } = target;
    if (typeof url === 'string')
      return readTargetAddress(url, allowPrivate) ? ok(null) : refuseWith('stream_target_address_refused', { path });
    const isKnown = isObject(sealed) && `streaming.targets.${String(id)}.url` in sealed;
    return isKnown ? ok(null) : refuseWith('stream_target_address_missing', { path });
  };
  return {
    collection: events.name,
    async before({ op, values, current }) {
      const { streaming } = values;
      if (op === 'delete' || !isObject(streaming) || !Array.isArray(streaming['targets'])) return ok(values);
      for (const [at, target] of streaming['targets'].entries()) {
        const checked = check(target, at, current?.['sealedValues']);
        if (!checked.ok) return checked;
      }
      return ok(values);
    },
  };
}
