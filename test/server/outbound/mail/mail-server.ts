/** A real SMTP server on the loopback. It keeps what it gets; a test sets what it refuses. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly recipients: readonly string[];
  readonly raw: Buffer;
}

export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Recipients asked for, refused ones too. */
  readonly attempts: string[];
  /** What it says to a recipient; null takes the mail. */
  answer: (recipient: string) => { readonly code: number; readonly message: string } | null;
  close(): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const attempts: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      attempts.push(address);
      const no = mailServer.answer(address);
      callback(no ? Object.assign(new Error(no.message), { responseCode: no.code }) : null);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    attempts,
    answer: () => null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
