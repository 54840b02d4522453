/**
 * Every part of the server and of the device host that keeps files by itself writes one, and says `kept NAME` on stdout when
 * its promise is there. A child process of `flushed-before-kept.test.ts`.
 *
 * Arguments: folder.
 */
import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { writeSecrets } from '#kiosk/host/keys/secret-file.ts';
import { openPrintJournal } from '#kiosk/host/printers/print-journal.ts';
import { openSecrets } from '#server/identity/credentials/secrets.ts';
import { openLocalStore } from '#server/modules/media/files/local-store.ts';
import { appearWhole } from '#server/operations/transfer/line-file.ts';
import { openNotices } from '#server/outbound/mail/open-notices.ts';
import { createOutboxMailer } from '#server/outbound/mail/outbox-mailer.ts';

const [folder = ''] = process.argv.slice(2);
const outbox = join(folder, 'deep', 'outbox');
const recipient = { name: 'Ada', email: 'ada@example.org' };
const mail = { publicUrl: 'https://tickets.example.org', clock: Date.now };
const store = openLocalStore(join(folder, 'files', 'tenant'));

const writers: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
  letter: () =>
    createOutboxMailer({
      ...mail,
      folder: outbox,
      from: 'Gatehouse <tickets@example.org>',
      qrPng: () => new Uint8Array(1),
    }).send({
      template: 'registration_cancelled',
      language: 'en',
      messageId: '<letter-1@example.org>',
      recipient,
      event: {
        id: 'harbour',
        name: 'Harbour',
        startsAt: '2026-05-11T07:00:00.000Z',
        endsAt: '2026-05-11T15:00:00.000Z',
        timezone: 'Europe/Oslo',
        venue: null,
      },
      ticketTypeName: 'Day',
      registrationId: 'ada',
      pageUrl: 'https://tickets.example.org/t/ada',
      ticket: null,
      refund: null,
    }),
  notice: () =>
    openNotices({ ...mail, smtpUrl: null, outboxFolder: outbox }).send({
      messageId: '<notice-1@example.org>',
      recipient,
      subject: 'Reset your password',
      paragraphs: ['Choose a new password.'],
      link: { label: 'Reset', url: 'https://tickets.example.org/reset' },
    }),
  'file that is new': () => store.put('a/b/c', Readable.from([Buffer.from('abc')]), 3, true),
  'file over another': () => store.put('a/b/c', Readable.from([Buffer.from('abcd')]), 4),
  'upload that is taken': async () => {
    const upload = join(folder, 'upload');
    writeFileSync(upload, 'taken');
    await store.take('a/d/e', upload);
  },
  export: () =>
    appearWhole(join(folder, 'export.gz'), async (beside) => {
      writeFileSync(beside, 'lines');
    }),
  'server secret': () => openSecrets(join(folder, 'data')),
  'host secrets': () => writeSecrets(join(folder, 'host', 'secrets.json'), new Map([['pin', 'x']])),
  'print journal': async () =>
    (await openPrintJournal(join(folder, 'host', 'journal'), Date.now)).begin('job-1', 'printer-1'),
};

for (const [name, write] of Object.entries(writers)) {
  await write();
  writeSync(1, `kept ${name}\n`);
}
