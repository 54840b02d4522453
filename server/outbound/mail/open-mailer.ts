/** The mailer the settings ask for: SMTP where there is a server, the outbox folder where there is none. */
import { isIP } from 'node:net';
import type { Clock } from '#shared/base/time.ts';
import type { Mailer } from '../../modules/events/ports.ts';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export interface MailSetting {
  /** `SMTP_URL`; its parameter `from` names the sender: `smtp://host:587?from=Tickets%20%3Ctickets@example.org%3E`. */
  readonly smtpUrl: string | null;
  readonly outboxFolder: string;
  /** Public address of the server: its host name stands in the sender's address unless `smtpUrl` names a sender. */
  readonly publicUrl: string;
  readonly qrPng: (text: string) => Uint8Array;
  readonly clock: Clock;
}

/** The sender where the settings name none; `localhost` stands in for an IP address. */
export function standardSender(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const domain = isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname;
  return `Gatehouse <tickets@${domain}>`;
}

export function openMailer({ smtpUrl, outboxFolder, publicUrl, qrPng, clock }: MailSetting): Mailer {
  const url = smtpUrl === null ? null : new URL(smtpUrl);
  const from = url?.searchParams.get('from') ?? standardSender(publicUrl);
  url?.searchParams.delete('from');
  return url
    ? createSmtpMailer({ url: url.href, from, qrPng, clock })
    : createOutboxMailer({ folder: outboxFolder, from, qrPng, clock });
}
