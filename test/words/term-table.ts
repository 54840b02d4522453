/**
 * The term table of the translations, as data: what one thing is called in each language, and what it must not be called.
 * The English names are those of the glossary in the words' design.
 */
import type { Language } from '#shared/base/languages.ts';
import { type Room, rooms } from './every-word.ts';

export interface Term {
  /** A regular expression, matched from the beginning of a word, in any case. */
  readonly forbidden: string;
  readonly instead: string;
  /** Where the word is wrong; absent: everywhere. */
  readonly rooms?: readonly Room[];
  /** Guests read it: self-service but its staff menu, ticket page, mails, the guest's part of the kiosk. */
  readonly guests?: true;
}

const term = (forbidden: string, instead: string, more: Omit<Term, 'forbidden' | 'instead'> = {}): Term => ({
  forbidden,
  instead,
  ...more,
});
const staffRooms = ['kiosk', 'board', 'preflight'] as const;
/** A stream is live; a kiosk is online. */
const notOfStreams = rooms.filter((room) => room !== 'player');
/** People take part in a draw; to an event they are its attendees. */
const notOfDraws = rooms.filter((room) => room !== 'draw');

export const termTable: Readonly<Record<Exclude<Language, 'en'>, readonly Term[]>> = {
  de: [
    term('Leitung', 'Aufsicht'),
    term('(?:die|den|alle|andere[nr]?|zwei) Kiosks', 'Kioske'),
    term('Infopunkt', 'Infoschalter'),
    term('Geräteprogramm|Geräte-Host', 'Gerätedienst'),
    term('Test-Namensschild|Testschild', 'Probeschild'),
    term('Desktop-Kiosk|Kiosk als Programm', 'Desktop-App'),
    term('an der Tür', 'vor Ort'),
    term('an das Personal', 'an unser Team'),
    term('übergangen|übergehen', 'freigegeben, freigeben'),
    term('eingecheckt', 'eingelassen', { rooms: staffRooms }),
    term('Teilnehmer', 'Name'),
    term('Maschine', 'Gerät'),
    term('Zugang', 'Eingang'),
    term('abgeschaltet', 'gesperrt'),
    term('freiwillig', 'optional'),
    term('Live\\b', 'Online', { rooms: notOfStreams }),
    term('stumm', 'antwortet nicht'),
    term('nach Namen', 'über den Namen'),
    term('gehört vor', 'zuletzt gemeldet'),
    term('zurückschalten|zurückgeschaltet', 'wieder ausschalten'),
    term('braucht Sie|brauchen Sie|Ihr Wort', 'prüfen, Ihre Entscheidung'),
    term('Gewinn(?:s|e|es)?\\b', 'Preis'),
  ],
  es: [
    term('escáner', 'lector'),
    term('lectura', 'escaneo'),
    term('máquina|ordenador', 'equipo'),
    term('la organización', 'el organizador'),
    term('supervis', 'responsable'),
    term('anulad|anular', 'retirada, autorizar pese a'),
    term('pasó por alto', 'autorizado pese a'),
    term('registrados|registro (?:en|está)', 'accesos, inscripción, acceso registrado'),
    term('admisi|admitid', 'acceso'),
    term('asistente', 'nombre'),
    term('(?:programa|servicio) de dispositivos', 'servicio local'),
    term('quiosco de escritorio', 'aplicación de escritorio'),
    term('mostrador de ayuda|a información|en información', 'mostrador de información'),
    term('en vivo', 'en línea'),
    term('vaciar', 'borrar todo'),
    term('datáfono', 'terminal de pago'),
    term('la corriente', 'la alimentación, el cargador'),
    term('le necesita', 'por revisar'),
    term('otro acceso|su acceso:', 'otra puerta, su puerta'),
  ],
  fr: [
    term('(?:le|au|du|un|votre|de) scanner', 'lecteur'),
    term('machine', 'appareil'),
    term('courriel', 'e-mail'),
    term('code QR', 'QR code'),
    term('inscription à la porte', 'inscription sur place'),
    term('(?:la|de) supervision', 'un responsable'),
    term('l’organisation', 'l’organisateur'),
    term('point d’accueil', 'accueil'),
    term('(?:au|du) personnel, qui', 'notre équipe'),
    term('borne de bureau', 'application de bureau'),
    term('programme des appareils|service de périphériques', 'service local'),
    term('en direct', 'en ligne, sur le téléphone', { rooms: notOfStreams }),
    term('billet nul|billet est entré', 'billet retiré'),
    term('muette', 'ne répond pas'),
    term('besoin de vous', 'à vérifier'),
    term('vider', 'tout effacer'),
    term('enregistrés,|enregistrés$', 'entrées'),
    term('participant', 'nom', { rooms: notOfDraws }),
    term('annuler…', 'annuler le passage…'),
    term('codes faux', 'codes PIN erronés'),
  ],
  ar: [
    term('لوحة الإدارة', 'لوحة التحكم'),
    term('إقران|أقرن|اقرن|مقرون|اقتران|يُقرن', 'ربط، مرتبط'),
    term('(?:ال)?قارئ', 'الماسح'),
    term('(?:ال)?مسحات|المسحة', 'عمليات مسح'),
    term('(?:برنامج|خدمة) الأجهزة', 'الخدمة المحلية'),
    term('(?:كشك|نسخة) سطح المكتب', 'تطبيق سطح المكتب'),
    term('يجيب|تجيب', 'يستجيب'),
    term('عند الباب', 'في الموقع'),
    term('مدخل', 'بوابة'),
    term('(?:ال)?مقعد', 'مكان'),
    term('بحاجة إليك', 'تحتاج إلى مراجعة'),
    term('تسجيل (?:دخولك|الدخول)', 'تسجيل الحضور', { guests: true }),
    term('(?:ال)?حاضر', 'الاسم'),
    term('(?:ال)?شارة|(?:ال)?شارات', 'بطاقة'),
    term('(?:من المسح|يمسحه|تمسح|يمسح) ', 'حذف', { rooms: ['hand-over', 'preflight'] }),
    term('\\p{L}*اً', 'ـًا'),
    term(
      '(?:خذ|امسح|أعد|استخدم|توجّه|ضع|افتح|اتصل|أبقِ|انتظر|عُد|راسل|وجّه|اكتب|احفظ|اختر|أدخل|حاول|اطلب|اقبل|راجع|اضغط|أضف|اقترح|احجز|سجّل|املأ|احضر|قيّم|أتمّ|امكث|اطرح|زُر|كن)(?:ه|ها)?(?!\\p{L})',
      'يُرجى … (neutral in gender)',
      { guests: true },
    ),
  ],
};
