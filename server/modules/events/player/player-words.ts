/** The texts of the player, in every language. */
import type { Language } from '#shared/base/languages.ts';
import type { PlayerState } from './stream-files.ts';
import type { WatchRefusal } from './watch-access.ts';

export interface PlayerWords {
  readonly title: string;
  readonly captions: string;
  readonly off: string;
  readonly quality: string;
  readonly automatic: string;
  readonly keys: string;
  readonly noScript: string;
  readonly toTicket: string;
  readonly language: string;
  readonly states: Readonly<Record<PlayerState, string>>;
  readonly refused: Readonly<Record<WatchRefusal, string>>;
  /** Texts of the script, which fills in `{seconds}`. */
  readonly script: { readonly delay: string; readonly failed: string };
}

export const playerWords: Readonly<Record<Language, PlayerWords>> = {
  en: {
    title: 'Live stream',
    captions: 'Captions',
    off: 'Off',
    quality: 'Quality',
    automatic: 'Automatic',
    keys: 'Keyboard: space plays and pauses, M mutes, C turns captions on and off, F fills the screen, the arrow keys go back and forward by 5 seconds.',
    noScript: 'The player needs JavaScript.',
    toTicket: 'To the ticket',
    language: 'Language',
    states: {
      waiting: 'The stream has not started. It appears here automatically.',
      live: 'Live',
      interrupted: 'The stream is interrupted. It continues here automatically.',
      over: 'The stream is over.',
      recording: 'Recording',
    },
    refused: {
      off: 'This event has no stream.',
      not_confirmed: 'The stream can be watched once the ticket is confirmed.',
      ticket_type: 'This ticket does not include the stream. Ask the organizer to change the ticket type.',
      not_public: 'The stream can only be watched with a ticket. Open it from the ticket page.',
    },
    script: { delay: '{seconds} s delay', failed: 'This browser cannot play the video. Try another browser.' },
  },
  de: {
    title: 'Livestream',
    captions: 'Untertitel',
    off: 'Aus',
    quality: 'Qualität',
    automatic: 'Automatisch',
    keys: 'Tastatur: Leertaste für Wiedergabe und Pause, M für Ton aus, C für Untertitel, F für Vollbild, Pfeiltasten für 5 Sekunden zurück oder vor.',
    noScript: 'Der Player braucht JavaScript.',
    toTicket: 'Zum Ticket',
    language: 'Sprache',
    states: {
      waiting: 'Der Stream hat noch nicht begonnen. Er erscheint hier von selbst.',
      live: 'Live',
      interrupted: 'Der Stream ist unterbrochen. Er geht hier von selbst weiter.',
      over: 'Der Stream ist zu Ende.',
      recording: 'Aufzeichnung',
    },
    refused: {
      off: 'Diese Veranstaltung hat keinen Stream.',
      not_confirmed: 'Der Stream ist zu sehen, sobald das Ticket bestätigt ist.',
      ticket_type: 'Dieses Ticket enthält den Stream nicht. Bitten Sie den Veranstalter um eine andere Ticketart.',
      not_public: 'Der Stream ist nur mit Ticket zu sehen. Öffnen Sie ihn von der Ticketseite aus.',
    },
    script: {
      delay: '{seconds} s Verzögerung',
      failed: 'Dieser Browser kann das Video nicht abspielen. Versuchen Sie es mit einem anderen Browser.',
    },
  },
  fr: {
    title: 'Diffusion en direct',
    captions: 'Sous-titres',
    off: 'Désactivés',
    quality: 'Qualité',
    automatic: 'Automatique',
    keys: 'Clavier : espace pour lire ou mettre en pause, M pour couper le son, C pour les sous-titres, F pour le plein écran, les flèches pour reculer ou avancer de 5 secondes.',
    noScript: 'Le lecteur a besoin de JavaScript.',
    toTicket: 'Retour au billet',
    language: 'Langue',
    states: {
      waiting: 'La diffusion n’a pas commencé. Elle apparaîtra ici d’elle-même.',
      live: 'En direct',
      interrupted: 'La diffusion est interrompue. Elle reprendra ici d’elle-même.',
      over: 'La diffusion est terminée.',
      recording: 'Enregistrement',
    },
    refused: {
      off: 'Cet événement n’a pas de diffusion.',
      not_confirmed: 'La diffusion sera visible dès que le billet sera confirmé.',
      ticket_type: 'Ce billet ne comprend pas la diffusion. Demandez un autre type de billet à l’organisateur.',
      not_public: 'La diffusion n’est visible qu’avec un billet. Ouvrez-la depuis la page du billet.',
    },
    script: {
      delay: '{seconds} s de retard',
      failed: 'Ce navigateur ne peut pas lire la vidéo. Essayez avec un autre navigateur.',
    },
  },
  es: {
    title: 'Emisión en directo',
    captions: 'Subtítulos',
    off: 'Desactivados',
    quality: 'Calidad',
    automatic: 'Automática',
    keys: 'Teclado: espacio para reproducir o pausar, M para silenciar, C para los subtítulos, F para pantalla completa, las flechas para retroceder o avanzar 5 segundos.',
    noScript: 'El reproductor necesita JavaScript.',
    toTicket: 'Volver a la entrada',
    language: 'Idioma',
    states: {
      waiting: 'La emisión no ha empezado. Aparecerá aquí por sí sola.',
      live: 'En directo',
      interrupted: 'La emisión está interrumpida. Continuará aquí por sí sola.',
      over: 'La emisión ha terminado.',
      recording: 'Grabación',
    },
    refused: {
      off: 'Este evento no tiene emisión.',
      not_confirmed: 'La emisión podrá verse cuando la entrada esté confirmada.',
      ticket_type: 'Esta entrada no incluye la emisión. Pida al organizador otro tipo de entrada.',
      not_public: 'La emisión solo puede verse con entrada. Ábrala desde la página de la entrada.',
    },
    script: {
      delay: '{seconds} s de retraso',
      failed: 'Este navegador no puede reproducir el vídeo. Pruebe con otro navegador.',
    },
  },
  ar: {
    title: 'البث المباشر',
    captions: 'الترجمة النصية',
    off: 'إيقاف',
    quality: 'الجودة',
    automatic: 'تلقائي',
    keys: 'لوحة المفاتيح: مفتاح المسافة للتشغيل والإيقاف المؤقت، M لكتم الصوت، C للترجمة النصية، F لملء الشاشة، ومفاتيح الأسهم للرجوع أو التقدم 5 ثوانٍ.',
    noScript: 'يحتاج المشغّل إلى JavaScript.',
    toTicket: 'العودة إلى التذكرة',
    language: 'اللغة',
    states: {
      waiting: 'لم يبدأ البث بعد. سيظهر هنا تلقائيًا.',
      live: 'مباشر',
      interrupted: 'انقطع البث. سيستمر هنا تلقائيًا.',
      over: 'انتهى البث.',
      recording: 'تسجيل',
    },
    refused: {
      off: 'لا يوجد بث لهذه الفعالية.',
      not_confirmed: 'يمكن مشاهدة البث بعد تأكيد التذكرة.',
      ticket_type: 'لا تشمل هذه التذكرة البث. يُرجى طلب نوع آخر من التذاكر من المنظّم.',
      not_public: 'لا يمكن مشاهدة البث إلا بتذكرة. يُرجى فتحه من صفحة التذكرة.',
    },
    script: { delay: 'متأخر {seconds} ث', failed: 'لا يستطيع هذا المتصفح تشغيل الفيديو. جرّب متصفحًا آخر.' },
  },
};
