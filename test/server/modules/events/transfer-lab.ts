/** Files of other systems, handed to the import as the server does, and followed to their end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commit } from '#server/core/collections/once.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import type { ImportAnswer } from '#server/modules/events/import/take-import.ts';
import { must } from '#shared/base/assert.ts';
import type { Refusal } from '#shared/base/result.ts';
import { type EventsModule, openEventsModule } from './events-module.ts';

export interface TransferLab {
  readonly house: EventsModule;
  readonly event: string;
  send(file: string | Uint8Array, fields?: Readonly<Record<string, string>>): Promise<ImportAnswer>;
  /** The refusals of a file that cannot be taken. */
  refused(file: string | Uint8Array, fields?: Readonly<Record<string, string>>): Promise<readonly Refusal[]>;
  checkIn(code: string): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>;
  close(): Promise<void>;
}

export async function openTransferLab(more: Readonly<Record<string, unknown>> = {}): Promise<TransferLab> {
  const house = await openEventsModule();
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-imports-'));
  const made = await house.act('events.create', {
    name: 'Harbour Conference',
    type: 'conference',
    startsAt: '2026-05-04T08:00:00Z',
    endsAt: '2026-05-06T18:00:00Z',
    timezone: 'Europe/Berlin',
    tickets: [{ id: 'standard', name: 'Standard', price: 20, currency: 'EUR' }],
    ...more,
  });
  const event = String(made.body['id']);
  const intake = must(house.module.intakes?.[0], 'the intake of files');
  let files = 0;
  const scopes = new Set(['events:read', 'events:write']);
  const sender: Actor = { tenant: house.tenant, kind: 'key', id: 'organizer', scopes, roles: new Set() };

  function take(file: string | Uint8Array, fields: Readonly<Record<string, string>>) {
    const path = join(folder, `${files++}.part`);
    writeFileSync(path, file);
    const incoming = { path, size: Buffer.byteLength(file), name: 'people.csv', params: { eventId: event } };
    return intake.take(
      { ...incoming, fields: new Map(Object.entries(fields)) },
      {
        clock: () => house.nowMs,
        newId: house.ports.newId,
        reader: house.store,
        commit: (plan) => commit(house.store, sender, plan),
      },
    );
  }

  return {
    house,
    event,
    async send(file, fields = {}) {
      const taken = await take(file, fields);
      if (!taken.ok) throw new Error(JSON.stringify(taken.errors));
      await house.follow();
      return taken.value as ImportAnswer;
    },
    async refused(file, fields = {}) {
      const taken = await take(file, fields);
      return taken.ok ? [] : taken.errors;
    },
    checkIn: (qrCode) => house.act('events.checkin', { qrCode, gateId: 'main' }),
    async close() {
      await house.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
