/** Mail by SMTP. Tells apart what another attempt may mend and what the receiver has refused for good. */
import { isObject } from '#shared/base/json.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { Delivery, Mailer } from '../../modules/events/ports.ts';
import { type ComposeSetting, composeMail } from './compose-mail.ts';
import { openSmtp } from './open-transport.ts';

export interface SmtpSetting extends ComposeSetting {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  readonly url: string;
  readonly clock: Clock;
}

/**
 * A 5xx about this mail or its address is final, as is a fault of either that is found without an answer of the server.
 * After everything else another attempt may succeed: 4xx (greylisting, a full box), no connection, a password of ours that
 * is refused, a server that is shut today.
 */
export function deliveryOf(fault: unknown): Delivery {
  const about =
    isObject(fault) || fault instanceof Error
      ? (fault as { code?: unknown; responseCode?: unknown; message?: unknown })
      : {};
  const problem = typeof about.message === 'string' ? about.message : String(fault);
  const status = typeof about.responseCode === 'number' ? about.responseCode : null;
  const aboutMail = about.code === 'EENVELOPE' || about.code === 'EMESSAGE';
  return { kind: aboutMail && (status === null || status >= 500) ? 'refused' : 'later', problem };
}

export function createSmtpMailer({ url, clock, ...compose }: SmtpSetting): Mailer {
  const transport = openSmtp(url);
  return {
    async send(letter) {
      try {
        const { messageId } = await transport.sendMail(composeMail(letter, isoTime(clock()), compose));
        return { kind: 'sent', messageId };
      } catch (fault) {
        return deliveryOf(fault);
      }
    },
  };
}
