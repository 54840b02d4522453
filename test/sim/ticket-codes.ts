/** Tickets as people hold them: signed for the time at which they are shown. */
import { openSecrets } from '#server/identity/credentials/secrets.ts';
import { openCodeSigner } from '#server/modules/events/ticket-keys.ts';
import { must } from '#shared/base/assert.ts';
import { secondMs } from '#shared/base/time.ts';
import { formatCompact, formatJson } from '#shared/ticket/ticket-code.ts';
import { cheapSigner } from './cheap-signing.ts';
import type { Ground } from './ground.ts';
import type { RunningServer } from './run-server.ts';

/** @param atMs Unix time */
export type TicketCodes = (ticketNumber: string, atMs: number) => string;

export async function ticketCodesOf(folder: string, ground: Ground, server: RunningServer): Promise<TicketCodes> {
  const { seal, open } = openSecrets(folder);
  const ports = { signer: cheapSigner, seal, open, newId: crypto.randomUUID };
  const signer = must(await openCodeSigner(server.tenantStore, ground.eventId, ports), 'the event has a key');
  return (ticketNumber: string, atMs: number): string => {
    const code = signer.codeAt(ticketNumber, Math.floor(atMs / secondMs));
    return formatCompact(code) ?? formatJson(code);
  };
}
