/**
 * Detects whether a tenant's log brought anything that its kiosks hold. Each kiosk reports its status four times a minute,
 * which none of the others holds: hints for that would make all of them pull at every report of any of them.
 */
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { LogView } from '../../core/platform.ts';
import type { Change } from '../../store/contract.ts';
import { fieldsHeld } from './replica-view.ts';

/** More changes at once count as news without a look at them. */
const looksAtMax = 200;

export class DeviceNews {
  readonly #view: Pick<LogView, 'since'>;
  readonly #held: () => Promise<readonly CollectionDefinition[]>;
  #cursor: number;

  /** @param held what devices hold, as it is now */
  constructor(view: Pick<LogView, 'since'>, head: number, held: () => Promise<readonly CollectionDefinition[]>) {
    this.#view = view;
    this.#cursor = head;
    this.#held = held;
  }

  /** Skips changes up to `head`, while no kiosk is connected: one that connects later pulls first. */
  pass(head: number): void {
    this.#cursor = Math.max(this.#cursor, head);
  }

  /** @returns whether there was any since the last call. Calls must not overlap */
  async any(): Promise<boolean> {
    const fields = new Map((await this.#held()).map((definition) => [definition.name, fieldsHeld(definition)]));
    const { changes, seq } = await this.#view.since(this.#cursor, {
      limit: looksAtMax,
      collections: [...fields.keys()],
    });
    this.#cursor = seq;
    return changes.length >= looksAtMax || changes.some((change) => isNews(change, fields.get(change.collection)));
  }
}

function isNews({ op, previous }: Change, held: readonly string[] = []): boolean {
  return op !== 'update' || previous === null || held.some((name) => name in previous);
}
