/**
 * Keeps which conflicts a person has acknowledged. An acknowledgement counts at this kiosk at once, and is sent to the server
 * when the server can be reached, so that other kiosks need not ask for it too. The kiosk keeps it as unsent until the server
 * has answered.
 */
import type { Settings } from '#kiosk/store/replica.ts';
import type { ServerActions } from './server-actions.ts';

export interface ConflictAcks {
  has(conflictId: string): boolean;
  /** Durable when it resolves. @param atServer false: this kiosk found the conflict itself, the server has no record of it */
  add(conflictId: string, atServer: boolean): Promise<void>;
  /** Sends the unsent acknowledgements if the server can be reached. */
  look(): void;
  close(): Promise<void>;
}

const acknowledgedSetting = 'acknowledged_conflicts';
const unsentSetting = 'unsent_acknowledgements';
const acknowledgedMax = 1_000;
/** Largest number of conflicts that one request may name. */
const sendMax = 200;

export async function openConflictAcks(
  settings: Settings,
  server: ServerActions,
  onChange: () => void,
): Promise<ConflictAcks> {
  let acknowledged = readIds(await settings.read(acknowledgedSetting));
  let unsent = readIds(await settings.read(unsentSetting));
  let sending: Promise<void> | null = null;
  let closed = false;

  async function send(): Promise<void> {
    const ids = unsent.slice(0, sendMax);
    const answer = await server.act('acknowledge_conflicts', { conflicts: ids });
    // A refusal is final, too: the server would refuse the same ids again, and the kiosk's display does not depend on it.
    if (answer.kind !== 'ok' && answer.kind !== 'refused') return;
    unsent = unsent.filter((id) => !ids.includes(id));
    await settings.write(unsentSetting, unsent);
  }

  function look(): void {
    if (closed || sending !== null || unsent.length === 0 || !server.online()) return;
    sending = send()
      .catch(() => undefined)
      .finally(() => {
        sending = null;
      });
  }

  return {
    has: (conflictId) => acknowledged.includes(conflictId),
    async add(conflictId, atServer) {
      if (acknowledged.includes(conflictId)) return;
      acknowledged = [...acknowledged, conflictId].slice(-acknowledgedMax);
      if (atServer) unsent = [...unsent, conflictId].slice(-acknowledgedMax);
      onChange();
      await settings.write(unsentSetting, unsent);
      await settings.write(acknowledgedSetting, acknowledged);
      look();
    },
    look,
    async close() {
      closed = true;
      await sending;
    },
  };
}

function readIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
