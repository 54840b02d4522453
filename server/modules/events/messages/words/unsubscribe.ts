/** The sentences of the page `/u/{secret}` in every language. */
import type { Language } from '#shared/base/languages.ts';

export interface UnsubscribeWords {
  readonly title: string;
  /** @param email to which the message went */
  readonly question: (email: string) => string;
  readonly button: string;
  readonly done: (email: string) => string;
  readonly stillSent: string;
}

export const unsubscribeWords: Readonly<Record<Language, UnsubscribeWords>> = {
  en: {
    title: 'Messages from the organizer',
    question: (email) => `Do you no longer want to receive messages from the organizer at ${email}?`,
    button: 'Unsubscribe',
    done: (email) => `${email} will receive no more messages from the organizer.`,
    stillSent: 'Tickets, receipts and changes to your registration are still sent.',
  },
  de: {
    title: 'Nachrichten des Veranstalters',
    question: (email) => `Möchten Sie an ${email} keine Nachrichten des Veranstalters mehr erhalten?`,
    button: 'Abmelden',
    done: (email) => `${email} erhält keine Nachrichten des Veranstalters mehr.`,
    stillSent: 'Tickets, Belege und Änderungen Ihrer Anmeldung werden weiterhin gesendet.',
  },
  es: {
    title: 'Mensajes del organizador',
    question: (email) => `¿Ya no quiere recibir mensajes del organizador en ${email}?`,
    button: 'Darse de baja',
    done: (email) => `${email} ya no recibirá mensajes del organizador.`,
    stillSent: 'Se seguirán enviando entradas, recibos y cambios de su inscripción.',
  },
  fr: {
    title: 'Messages de l’organisateur',
    question: (email) => `Ne souhaitez-vous plus recevoir de messages de l’organisateur à ${email} ?`,
    button: 'Se désabonner',
    done: (email) => `${email} ne recevra plus de messages de l’organisateur.`,
    stillSent: 'Les billets, les reçus et les modifications de votre inscription seront toujours envoyés.',
  },
  ar: {
    title: 'رسائل المنظّم',
    question: (email) => `هل تريد إيقاف رسائل المنظّم إلى ${email}؟`,
    button: 'إيقاف الرسائل',
    done: (email) => `لن تصل رسائل أخرى من المنظّم إلى ${email}.`,
    stillSent: 'ستظل التذاكر والإيصالات والتغييرات في تسجيلك تُرسل إليك.',
  },
};
