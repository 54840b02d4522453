/** Sends the mail with the link to a new password: a few attempts within minutes; after these, the person asks again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import type { Notices } from '../../identity/people/notices.ts';
import type { PasswordChanges } from '../../identity/people/password-changes.ts';

const retryDelaysMs: readonly number[] = [5 * secondMs, 30 * secondMs, 2 * minuteMs];

export interface ResetParts {
  readonly passwordChanges: PasswordChanges;
  readonly notices: Notices;
  readonly publicUrl: string;
}

/** Throws where the mail was refused, or was not taken at the last attempt. Sends nothing to an unknown address. */
export async function sendReset(parts: ResetParts, email: string, sandbox: boolean): Promise<void> {
  const mail = await parts.passwordChanges.forgot(email);
  if (!mail) return;
  // The link leads to this server, not to the Host of the request.
  const base = parts.publicUrl + (sandbox ? '/sandbox' : '');
  const notice = {
    messageId: `<${mail.reset}@gatehouse>`,
    recipient: { name: '', email: mail.email },
    subject: 'Choose a new password',
    paragraphs: [
      'Someone requested a new password for this address. The link works once and expires in 1 hour.',
      'If it was not you, ignore this email: nothing has changed.',
    ],
    link: { label: 'Choose a new password', url: `${base}/auth/reset?token=${encodeURIComponent(mail.token)}` },
  };
  for (const delayMs of [...retryDelaysMs, null]) {
    const delivery = await parts.notices.send(notice);
    if (delivery.kind === 'sent') return;
    if (delivery.kind === 'refused' || delayMs === null) throw new Error(`email not accepted: ${delivery.problem}`);
    await sleep(delayMs, undefined, { ref: false });
  }
}
