/** The texts of a poll's page. */
import type { Language } from '#shared/base/languages.ts';

export interface PollWords {
  /** Before the number, so that no form of it has to agree. */
  readonly votes: string;
  /** People in the hall learn here where they vote: `{tab}` of their ticket page. */
  readonly open: string;
  readonly closed: string;
  /** The page cannot reach the server. */
  readonly offline: string;
}

export const pollWords: Readonly<Record<Language, PollWords>> = {
  en: {
    votes: 'Votes:',
    open: 'Vote on your ticket page, under “{tab}”',
    closed: 'Voting is closed',
    offline: 'No connection. Trying again…',
  },
  de: {
    votes: 'Stimmen:',
    open: 'Stimmen Sie auf Ihrer Ticketseite unter „{tab}“ ab',
    closed: 'Die Abstimmung ist beendet',
    offline: 'Keine Verbindung. Neuer Versuch …',
  },
  fr: {
    votes: 'Votes :',
    open: 'Votez sur la page de votre billet, sous « {tab} »',
    closed: 'Le vote est clos',
    offline: 'Pas de connexion. Nouvel essai…',
  },
  es: {
    votes: 'Votos:',
    open: 'Vote en la página de su entrada, en «{tab}»',
    closed: 'La votación está cerrada',
    offline: 'Sin conexión. Reintentando…',
  },
  ar: {
    votes: 'الأصوات:',
    open: 'صوّت في صفحة تذكرتك، ضمن «{tab}»',
    closed: 'التصويت مغلق',
    offline: 'لا يوجد اتصال. تجري المحاولة مرة أخرى…',
  },
};
