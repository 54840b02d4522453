/** The texts around the content of all pages of an attendee, in every language. */
import type { Language } from '#shared/base/languages.ts';
import type { AttendeeTab } from './tab-names.ts';

/** Said by the script: `{n}`, `{what}` and `{reason}` are filled in there. */
export interface AttendeeScriptWords {
  readonly offline: string;
  readonly saved: string;
  readonly waiting: string;
  readonly sent: string;
  readonly notSent: string;
  /** Result of one of several forms that were sent together. */
  readonly outcome: string;
  readonly refused: string;
  readonly cannotWait: string;
  readonly full: string;
  readonly drop: string;
  readonly dismiss: string;
  readonly news: string;
  readonly show: string;
  /** Read out after a number in the navigation. */
  readonly new: string;
}

export interface FrameWords {
  /** Names the navigation. */
  readonly pages: string;
  readonly tabs: Readonly<Record<AttendeeTab, string>>;
  /** The list of what has not been sent yet. */
  readonly unsent: string;
  readonly script: AttendeeScriptWords;
}

const en: FrameWords = {
  pages: 'My event',
  tabs: {
    ticket: 'Ticket',
    programme: 'Programme',
    stream: 'Live',
    networking: 'Networking',
    activity: 'Activity',
    more: 'More',
  },
  unsent: 'Waiting to be sent',
  script: {
    offline: 'You are offline. What you do is saved and sent later.',
    saved: 'Works offline',
    waiting: 'Waiting to be sent',
    sent: 'Sent: {what}',
    notSent: '{what}: waiting to be sent',
    outcome: '{what}: {text}',
    refused: '{what}: not accepted. {reason}',
    cannotWait: 'This needs an internet connection. Please try again when you are online.',
    full: 'Too much is waiting to be sent. Please connect to the internet first.',
    drop: 'Do not send',
    dismiss: 'Dismiss',
    news: 'This page has changed.',
    show: 'Show the changes',
    new: 'new',
  },
};

const de: FrameWords = {
  pages: 'Meine Veranstaltung',
  tabs: {
    ticket: 'Ticket',
    programme: 'Programm',
    stream: 'Stream',
    networking: 'Networking',
    activity: 'Aktivität',
    more: 'Mehr',
  },
  unsent: 'Wird noch gesendet',
  script: {
    offline: 'Sie sind offline. Was Sie tun, wird gespeichert und später gesendet.',
    saved: 'Funktioniert offline',
    waiting: 'Wird noch gesendet',
    sent: 'Gesendet: {what}',
    notSent: '{what}: wird noch gesendet',
    outcome: '{what}: {text}',
    refused: '{what}: nicht angenommen. {reason}',
    cannotWait: 'Dafür wird eine Internetverbindung gebraucht. Bitte versuchen Sie es online noch einmal.',
    full: 'Es wartet schon zu viel auf das Senden. Bitte stellen Sie zuerst eine Internetverbindung her.',
    drop: 'Nicht senden',
    dismiss: 'Ausblenden',
    news: 'Diese Seite hat sich geändert.',
    show: 'Änderungen anzeigen',
    new: 'neu',
  },
};

const fr: FrameWords = {
  pages: 'Mon événement',
  tabs: {
    ticket: 'Billet',
    programme: 'Programme',
    stream: 'Direct',
    networking: 'Rencontres',
    activity: 'Activité',
    more: 'Plus',
  },
  unsent: 'En attente d’envoi',
  script: {
    offline: 'Vous êtes hors ligne. Vos actions sont enregistrées et envoyées plus tard.',
    saved: 'Fonctionne hors ligne',
    waiting: 'En attente d’envoi',
    sent: 'Envoyé : {what}',
    notSent: '{what} : en attente d’envoi',
    outcome: '{what} : {text}',
    refused: '{what} : refusé. {reason}',
    cannotWait: 'Une connexion à Internet est nécessaire. Veuillez réessayer une fois en ligne.',
    full: 'Trop d’actions attendent d’être envoyées. Veuillez d’abord vous connecter à Internet.',
    drop: 'Ne pas envoyer',
    dismiss: 'Masquer',
    news: 'Cette page a changé.',
    show: 'Afficher les changements',
    new: 'en attente',
  },
};

const es: FrameWords = {
  pages: 'Mi evento',
  tabs: {
    ticket: 'Entrada',
    programme: 'Programa',
    stream: 'En directo',
    networking: 'Contactos',
    activity: 'Actividad',
    more: 'Más',
  },
  unsent: 'Pendiente de envío',
  script: {
    offline: 'No tiene conexión. Lo que haga se guarda y se envía más tarde.',
    saved: 'Funciona sin conexión',
    waiting: 'Pendiente de envío',
    sent: 'Enviado: {what}',
    notSent: '{what}: pendiente de envío',
    outcome: '{what}: {text}',
    refused: '{what}: no se ha aceptado. {reason}',
    cannotWait: 'Para esto se necesita conexión a Internet. Inténtelo de nuevo cuando tenga conexión.',
    full: 'Hay demasiado pendiente de envío. Conéctese primero a Internet.',
    drop: 'No enviar',
    dismiss: 'Ocultar',
    news: 'Esta página ha cambiado.',
    show: 'Mostrar los cambios',
    new: 'pendientes',
  },
};

const ar: FrameWords = {
  pages: 'فعاليتي',
  tabs: {
    ticket: 'التذكرة',
    programme: 'البرنامج',
    stream: 'البث',
    networking: 'التعارف',
    activity: 'النشاط',
    more: 'المزيد',
  },
  unsent: 'بانتظار الإرسال',
  script: {
    offline: 'أنت غير متصل بالإنترنت. يُحفظ ما تفعله ويُرسل لاحقًا.',
    saved: 'تعمل دون اتصال',
    waiting: 'بانتظار الإرسال',
    sent: 'تم الإرسال: {what}',
    notSent: '{what}: بانتظار الإرسال',
    outcome: '{what}: {text}',
    refused: '{what}: لم يُقبل. {reason}',
    cannotWait: 'يتطلب هذا اتصالًا بالإنترنت. يُرجى إعادة المحاولة عند الاتصال.',
    full: 'ما ينتظر الإرسال كثير. يُرجى الاتصال بالإنترنت أولًا.',
    drop: 'عدم الإرسال',
    dismiss: 'إخفاء',
    news: 'تغيّرت هذه الصفحة.',
    show: 'عرض التغييرات',
    new: 'جديد',
  },
};

export const attendeeWords: Readonly<Record<Language, FrameWords>> = { en, de, es, fr, ar };
