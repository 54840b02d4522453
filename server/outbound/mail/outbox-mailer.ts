/** Letters without a mail server: into the outbox folder. */
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { Mailer } from '../../modules/events/ports.ts';
import { type ComposeSetting, composeMail } from './compose-mail.ts';
import { openWriter } from './open-transport.ts';
import { keepInOutbox } from './outbox-folder.ts';

export interface OutboxSetting extends ComposeSetting {
  /** Made when it is not there, readable by its owner alone: there are tickets in it. */
  readonly folder: string;
  readonly clock: Clock;
}

export function createOutboxMailer({ folder, clock, ...compose }: OutboxSetting): Mailer {
  const transport = openWriter();
  return {
    async send(letter) {
      const { message, messageId } = await transport.sendMail(composeMail(letter, isoTime(clock()), compose));
      await keepInOutbox(folder, messageId, message);
      return { kind: 'sent', messageId };
    },
  };
}
