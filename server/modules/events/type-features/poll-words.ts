/** The texts of a poll's page. */
import type { Language } from '#shared/base/languages.ts';

export interface PollWords {
  /** After the number. */
  readonly votes: string;
  readonly open: string;
  readonly closed: string;
  /** The page cannot reach the server. */
  readonly offline: string;
}

export const pollWords: Readonly<Record<Language, PollWords>> = {
  en: { votes: 'votes', open: 'Voting is open', closed: 'Voting is closed', offline: 'No connection. Trying again…' },
  de: {
    votes: 'Stimmen',
    open: 'Die Abstimmung läuft',
    closed: 'Die Abstimmung ist beendet',
    offline: 'Keine Verbindung. Neuer Versuch …',
  },
  fr: {
    votes: 'votes',
    open: 'Le vote est ouvert',
    closed: 'Le vote est clos',
    offline: 'Pas de connexion. Nouvel essai…',
  },
  es: {
    votes: 'votos',
    open: 'La votación está abierta',
    closed: 'La votación está cerrada',
    offline: 'Sin conexión. Reintentando…',
  },
  ar: {
    votes: 'أصوات',
    open: 'التصويت مفتوح',
    closed: 'التصويت مغلق',
    offline: 'لا يوجد اتصال. تجري المحاولة مرة أخرى…',
  },
};
