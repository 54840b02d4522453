/** Mail without a mail server: each one a file `.eml` in a folder, as it would have been sent. For trying things out. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { Mailer } from '../events/ports.ts';
import { type ComposeSetting, composeMail } from './compose-mail.ts';
import { openWriter } from './open-transport.ts';

export interface OutboxSetting extends ComposeSetting {
  /** Made when it is not there, readable by its owner alone: there are tickets in it. */
  readonly folder: string;
  readonly clock: Clock;
}

/** The message id without what a file name should not hold; ids sort by birth, and so do the files. */
function fileName(messageId: string): string {
  return `${messageId.replace(/@.*$/, '').replace(/[^A-Za-z0-9-]/g, '')}.eml`;
}

export function createOutboxMailer({ folder, clock, ...compose }: OutboxSetting): Mailer {
  const transport = openWriter();
  return {
    async send(letter) {
      const { message, messageId } = await transport.sendMail(composeMail(letter, isoTime(clock()), compose));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, fileName(messageId));
      // Whoever watches the folder sees whole mails only.
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      return { kind: 'sent', messageId };
    },
  };
}
