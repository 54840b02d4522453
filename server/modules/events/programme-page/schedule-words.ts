/** The texts of the programme page, in every language. `{n}` is filled in. */
import type { Language } from '#shared/base/languages.ts';
import type { AttendeeWords } from '../attendee-page/attendee-page.ts';

export interface ScheduleWords {
  readonly title: string;
  readonly mine: string;
  readonly all: string;
  /** Shown instead of `all` where the person has sessions of their own. */
  readonly others: string;
  readonly none: string;
  readonly calendar: string;
  readonly book: string;
  readonly wait: string;
  readonly replace: string;
  readonly giveUp: string;
  /** Consequences of an action, shown before it. */
  readonly ask: { readonly giveUp: string; readonly leave: string };
  readonly leave: string;
  readonly rate: string;
  readonly rating: string;
  readonly comment: string;
  readonly room: string;
  /** Opens the description of a session. */
  readonly about: string;
  readonly booked: string;
  /** `{time}` is when the waiting list gave the place. */
  readonly promoted: string;
  /** `{n}` is the position. */
  readonly waiting: string;
  readonly attended: string;
  readonly noShow: string;
  readonly full: string;
  readonly cancelled: string;
  readonly conflicts: string;
  /** Notices by the refusal or result of the form that was sent. */
  readonly notices: Readonly<Record<ScheduleNotice, string>>;
}

export const scheduleNotices = [
  'booked',
  'waitlisted',
  'cancelled',
  'rated',
  'session_conflict',
  'already_booked',
  'session_cancelled',
  'session_over',
  'bookings_closed',
  'booking_not_found',
  'booking_over',
  'too_many_bookings',
  'registration_not_confirmed',
  'session_not_found',
  'not_rateable',
  'ratings_off',
] as const;
export type ScheduleNotice = (typeof scheduleNotices)[number];

export function isNotice(text: string): text is ScheduleNotice {
  return scheduleNotices.some((one) => one === text);
}

/** Words of the programme page and of the frame of an attendee’s page. */
export type ProgrammeWords = ScheduleWords & AttendeeWords;

export const scheduleWords: Readonly<Record<Language, ScheduleWords>> = {
  en: {
    title: 'Programme',
    mine: 'My sessions',
    all: 'All sessions',
    others: 'Other sessions',
    none: 'You have not booked a session yet.',
    calendar: 'Add to my calendar',
    book: 'Book a place',
    wait: 'Join the waiting list',
    replace: 'Book this instead',
    giveUp: 'Give up my place',
    ask: {
      giveUp: 'Your place is free for others at once. If the session fills up, you cannot get it back.',
      leave: 'You lose your position on the waiting list.',
    },
    leave: 'Leave the waiting list',
    rate: 'Rate',
    rating: 'My rating',
    comment: 'Comment for the organizer',
    room: 'Room',
    about: 'About this session',
    booked: 'You have a place',
    promoted: 'From the waiting list: {time}',
    waiting: 'On the waiting list, position {n}',
    attended: 'You were there',
    noShow: 'You did not come',
    full: 'Full',
    cancelled: 'Cancelled',
    conflicts: 'You have something else at this time',
    notices: {
      booked: 'Your place is booked.',
      waitlisted: 'The session is full. You are on the waiting list and get a place automatically.',
      cancelled: 'Your place is given up.',
      rated: 'Thank you for your rating.',
      session_conflict: 'You have something else at this time. You can book this session instead.',
      already_booked: 'You have booked this session already.',
      session_cancelled: 'This session was cancelled.',
      session_over: 'This session is over.',
      bookings_closed: 'Sessions cannot be booked now.',
      booking_not_found: 'Your place was given up before.',
      booking_over: 'You were registered at this session, so you can no longer give up your place.',
      too_many_bookings: 'You have booked as many sessions as one person can. Give up one of them first.',
      registration_not_confirmed: 'Your ticket is not valid at the moment, so you cannot book a session.',
      session_not_found: 'This session is no longer part of the programme.',
      not_rateable: 'You can rate a session that you have booked, after it has begun.',
      ratings_off: 'Sessions cannot be rated at this event.',
    },
  },
  de: {
    title: 'Programm',
    mine: 'Meine Programmpunkte',
    all: 'Alle Programmpunkte',
    others: 'Weitere Programmpunkte',
    none: 'Sie haben noch nichts gebucht.',
    calendar: 'In meinen Kalender übernehmen',
    book: 'Platz buchen',
    wait: 'Auf die Warteliste setzen',
    replace: 'Stattdessen hier buchen',
    giveUp: 'Meinen Platz freigeben',
    ask: {
      giveUp: 'Ihr Platz ist sofort frei für andere. Ist der Programmpunkt dann voll, bekommen Sie ihn nicht zurück.',
      leave: 'Sie verlieren Ihre Position auf der Warteliste.',
    },
    leave: 'Warteliste verlassen',
    rate: 'Bewerten',
    rating: 'Meine Bewertung',
    comment: 'Kommentar für den Veranstalter',
    room: 'Raum',
    about: 'Mehr dazu',
    booked: 'Sie haben einen Platz',
    promoted: 'Von der Warteliste: {time}',
    waiting: 'Auf der Warteliste, Platz {n}',
    attended: 'Sie waren dabei',
    noShow: 'Sie waren nicht da',
    full: 'Ausgebucht',
    cancelled: 'Abgesagt',
    conflicts: 'Sie haben zu dieser Zeit etwas anderes',
    notices: {
      booked: 'Ihr Platz ist gebucht.',
      waitlisted: 'Der Programmpunkt ist ausgebucht. Sie stehen auf der Warteliste und rücken automatisch nach.',
      cancelled: 'Ihr Platz ist freigegeben.',
      rated: 'Danke für Ihre Bewertung.',
      session_conflict: 'Sie haben zu dieser Zeit etwas anderes. Sie können stattdessen hier buchen.',
      already_booked: 'Sie haben diesen Programmpunkt schon gebucht.',
      session_cancelled: 'Dieser Programmpunkt wurde abgesagt.',
      session_over: 'Dieser Programmpunkt ist vorbei.',
      bookings_closed: 'Zurzeit kann nichts gebucht werden.',
      booking_not_found: 'Ihr Platz ist schon freigegeben.',
      booking_over: 'Ihre Teilnahme ist erfasst. Der Platz kann nicht mehr freigegeben werden.',
      too_many_bookings:
        'Sie haben so viele Programmpunkte gebucht, wie möglich sind. Geben Sie zuerst einen davon frei.',
      registration_not_confirmed: 'Ihr Ticket ist zurzeit nicht gültig. Deshalb können Sie nichts buchen.',
      session_not_found: 'Dieser Programmpunkt gehört nicht mehr zum Programm.',
      not_rateable: 'Sie können einen Programmpunkt bewerten, den Sie gebucht haben, sobald er begonnen hat.',
      ratings_off: 'Bei dieser Veranstaltung können Programmpunkte nicht bewertet werden.',
    },
  },
  es: {
    title: 'Programa',
    mine: 'Mis sesiones',
    all: 'Todas las sesiones',
    others: 'Otras sesiones',
    none: 'Todavía no ha reservado ninguna sesión.',
    calendar: 'Añadir a mi calendario',
    book: 'Reservar plaza',
    wait: 'Apuntarme a la lista de espera',
    replace: 'Reservar esta en su lugar',
    giveUp: 'Liberar mi plaza',
    ask: {
      giveUp: 'Su plaza queda libre al momento para otras personas. Si la sesión se llena, no podrá recuperarla.',
      leave: 'Pierde su posición en la lista de espera.',
    },
    leave: 'Salir de la lista de espera',
    rate: 'Valorar',
    rating: 'Mi valoración',
    comment: 'Comentario para el organizador',
    room: 'Sala',
    about: 'Sobre esta sesión',
    booked: 'Tiene plaza',
    promoted: 'De la lista de espera: {time}',
    waiting: 'En lista de espera, posición {n}',
    attended: 'Usted asistió',
    noShow: 'Usted no asistió',
    full: 'Completa',
    cancelled: 'Cancelada',
    conflicts: 'Tiene otra cosa a esta hora',
    notices: {
      booked: 'Su plaza está reservada.',
      waitlisted: 'La sesión está completa. Está en la lista de espera y recibirá plaza automáticamente.',
      cancelled: 'Ha liberado su plaza.',
      rated: 'Gracias por su valoración.',
      session_conflict: 'Tiene otra cosa a esta hora. Puede reservar esta sesión en su lugar.',
      already_booked: 'Ya ha reservado esta sesión.',
      session_cancelled: 'Esta sesión se ha cancelado.',
      session_over: 'Esta sesión ha terminado.',
      bookings_closed: 'Ahora no se pueden reservar sesiones.',
      booking_not_found: 'Ya había liberado su plaza.',
      booking_over: 'Su asistencia ya consta, así que la plaza no se puede liberar.',
      too_many_bookings: 'Ha reservado todas las sesiones posibles. Libere primero una de ellas.',
      registration_not_confirmed: 'Su entrada no es válida en este momento, así que no puede reservar sesiones.',
      session_not_found: 'Esta sesión ya no forma parte del programa.',
      not_rateable: 'Puede valorar una sesión que haya reservado cuando haya empezado.',
      ratings_off: 'En este evento no se pueden valorar las sesiones.',
    },
  },
  fr: {
    title: 'Programme',
    mine: 'Mes sessions',
    all: 'Toutes les sessions',
    others: 'Autres sessions',
    none: 'Vous n’avez pas encore réservé de session.',
    calendar: 'Ajouter à mon calendrier',
    book: 'Réserver une place',
    wait: 'Rejoindre la liste d’attente',
    replace: 'Réserver celle-ci à la place',
    giveUp: 'Libérer ma place',
    ask: {
      giveUp:
        'Votre place est aussitôt libre pour d’autres. Si la session se remplit, vous ne pourrez pas la récupérer.',
      leave: 'Vous perdez votre rang dans la liste d’attente.',
    },
    leave: 'Quitter la liste d’attente',
    rate: 'Noter',
    rating: 'Ma note',
    comment: 'Commentaire pour l’organisateur',
    room: 'Salle',
    about: 'À propos de cette session',
    booked: 'Vous avez une place',
    promoted: 'De la liste d’attente : {time}',
    waiting: 'Sur la liste d’attente, position {n}',
    attended: 'Vous y étiez',
    noShow: 'Vous n’êtes pas venu',
    full: 'Complet',
    cancelled: 'Annulée',
    conflicts: 'Vous avez autre chose à cette heure',
    notices: {
      booked: 'Votre place est réservée.',
      waitlisted: 'La session est complète. Vous êtes sur la liste d’attente et recevrez une place automatiquement.',
      cancelled: 'Votre place est libérée.',
      rated: 'Merci pour votre note.',
      session_conflict: 'Vous avez autre chose à cette heure. Vous pouvez réserver cette session à la place.',
      already_booked: 'Vous avez déjà réservé cette session.',
      session_cancelled: 'Cette session a été annulée.',
      session_over: 'Cette session est terminée.',
      bookings_closed: 'Les sessions ne peuvent pas être réservées actuellement.',
      booking_not_found: 'Votre place était déjà libérée.',
      booking_over: 'Votre présence est enregistrée : la place ne peut plus être libérée.',
      too_many_bookings: 'Vous avez réservé le nombre maximal de sessions. Libérez d’abord une place.',
      registration_not_confirmed:
        'Votre billet n’est pas valide pour le moment : vous ne pouvez pas réserver de session.',
      session_not_found: 'Cette session ne fait plus partie du programme.',
      not_rateable: 'Vous pouvez noter une session que vous avez réservée, une fois qu’elle a commencé.',
      ratings_off: 'Les sessions ne peuvent pas être notées à cet événement.',
    },
  },
  ar: {
    title: 'البرنامج',
    mine: 'جلساتي',
    all: 'كل الجلسات',
    others: 'جلسات أخرى',
    none: 'لم تحجز أي جلسة بعد.',
    calendar: 'إضافة إلى تقويمي',
    book: 'حجز مكان',
    wait: 'الانضمام إلى قائمة الانتظار',
    replace: 'حجز هذه بدلًا منها',
    giveUp: 'التخلي عن مكاني',
    ask: {
      giveUp: 'يصبح مكانك متاحًا لغيرك فورًا. إذا امتلأت الجلسة فلن تتمكن من استعادته.',
      leave: 'تفقد ترتيبك في قائمة الانتظار.',
    },
    leave: 'مغادرة قائمة الانتظار',
    rate: 'تقييم',
    rating: 'تقييمي',
    comment: 'تعليق للمنظّم',
    room: 'القاعة',
    about: 'عن هذه الجلسة',
    booked: 'لديك مكان',
    promoted: 'من قائمة الانتظار: {time}',
    waiting: 'على قائمة الانتظار، الترتيب {n}',
    attended: 'شاركت في هذه الجلسة',
    noShow: 'لم تحضر',
    full: 'مكتملة',
    cancelled: 'ملغاة',
    conflicts: 'لديك شيء آخر في هذا الوقت',
    notices: {
      booked: 'تم حجز مكانك.',
      waitlisted: 'الجلسة مكتملة. أنت على قائمة الانتظار وستحصل على مكان تلقائيًا.',
      cancelled: 'تم التخلي عن مكانك.',
      rated: 'شكرًا على تقييمك.',
      session_conflict: 'لديك شيء آخر في هذا الوقت. يمكنك حجز هذه الجلسة بدلًا منه.',
      already_booked: 'لقد حجزت هذه الجلسة من قبل.',
      session_cancelled: 'أُلغيت هذه الجلسة.',
      session_over: 'انتهت هذه الجلسة.',
      bookings_closed: 'لا يمكن حجز الجلسات الآن.',
      booking_not_found: 'تم التخلي عن مكانك من قبل.',
      booking_over: 'سُجّل حضورك في الجلسة، فلا يمكن التخلي عن المكان.',
      too_many_bookings: 'حجزت أكبر عدد ممكن من الجلسات. تخلَّ عن إحداها أولًا.',
      registration_not_confirmed: 'تذكرتك غير صالحة حاليًا، فلا يمكنك حجز جلسة.',
      session_not_found: 'لم تعد هذه الجلسة ضمن البرنامج.',
      not_rateable: 'يمكنك تقييم جلسة حجزتها بعد أن تبدأ.',
      ratings_off: 'لا يمكن تقييم الجلسات في هذه الفعالية.',
    },
  },
};
