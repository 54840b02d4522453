/** Sends short mails about access the way letters go: by SMTP where there is a server, else into the outbox folder. */
import type { SendMailOptions } from 'nodemailer';
import { escapeHtml } from '#shared/base/escape-html.ts';
import type { Notice, Notices } from '../../identity/people/notices.ts';
import { type MailSetting, standardSender } from './open-mailer.ts';
import { openSmtp, openWriter } from './open-transport.ts';
import { keepInOutbox } from './outbox-folder.ts';
import { plainLine } from './plain-line.ts';
import { deliveryOf } from './smtp-mailer.ts';

export type NoticeSetting = Omit<MailSetting, 'qrPng'>;

function compose(
  { link, messageId, paragraphs, recipient, subject }: Notice,
  from: string,
  date: Date,
): SendMailOptions {
  const html = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  return {
    from,
    to: { name: plainLine(recipient.name), address: recipient.email },
    subject: plainLine(subject),
    messageId,
    // A text would be written as it stands; a Date is written as RFC 5322 has it.
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: `${[...paragraphs, `${link.label}: ${link.url}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">
${html}
<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>
</body></html>
`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export function openNotices({ smtpUrl, outboxFolder, publicUrl, clock }: NoticeSetting): Notices {
  const url = smtpUrl === null ? null : new URL(smtpUrl);
  const from = url?.searchParams.get('from') ?? standardSender(publicUrl);
  url?.searchParams.delete('from');
  if (url) {
    const transport = openSmtp(url.href);
    return {
      async send(notice) {
        try {
          const { messageId } = await transport.sendMail(compose(notice, from, new Date(clock())));
          return { kind: 'sent', messageId };
        } catch (fault) {
          return deliveryOf(fault);
        }
      },
    };
  }
  const transport = openWriter();
  return {
    async send(notice) {
      const { message, messageId } = await transport.sendMail(compose(notice, from, new Date(clock())));
      await keepInOutbox(outboxFolder, messageId, message);
      return { kind: 'sent', messageId };
    },
  };
}
