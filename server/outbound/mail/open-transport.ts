/**
 * Letters by the library that writes and sends them, loaded with the first: it is large, brings `fetch` with it, and a
 * server that sends none need not hold it.
 */
import type { SendMailOptions, Transporter } from 'nodemailer';
import { secondMs } from '#shared/base/time.ts';

const connectTimeoutMs = 10 * secondMs;
/** Silence in the middle of a conversation. */
const silenceTimeoutMs = 30 * secondMs;

/** @param open is asked once */
function lazily<T>(open: (library: typeof import('nodemailer')) => Transporter<T>) {
  let opened: Promise<Transporter<T>> | null = null;
  return {
    async sendMail(mail: SendMailOptions): Promise<T> {
      opened ??= import('nodemailer').then(open);
      return (await opened).sendMail(mail);
    },
  };
}

/** @param url `smtp://user:password@host:587`, `smtps://…` */
export function openSmtp(url: string) {
  return lazily(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
    }),
  );
}

/** Nothing is sent: the letter comes back as bytes. */
export function openWriter() {
  return lazily(({ createTransport }) => createTransport({ streamTransport: true, buffer: true, newline: 'windows' }));
}
