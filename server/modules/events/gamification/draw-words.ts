/** What the public page of a prize draw says. */
import type { Language } from '#shared/base/languages.ts';
import type { drawStates, prizeStates } from '#shared/modules/events/gamification.ts';

export interface DrawWords {
  readonly title: string;
  readonly states: Readonly<Record<(typeof drawStates)[number], string>>;
  readonly winners: string;
  /** Instead of them, before the draw. */
  readonly none: string;
  readonly planned: string;
  readonly drawnAt: string;
  /** A registration, by a short name that is no person’s. */
  readonly entry: string;
  readonly entryHelp: string;
  readonly won: string;
  /** Beside the entry of the person who reads. */
  readonly you: string;
  readonly winnerStates: Readonly<Record<Exclude<(typeof prizeStates)[number], 'entered'>, string>>;
  readonly proof: string;
  readonly how: readonly string[];
  readonly commit: string;
  readonly entrants: string;
  readonly entrantsHash: string;
  readonly publicValue: string;
  readonly publicSource: string;
  readonly seed: string;
  readonly notYet: string;
  readonly order: string;
  readonly place: string;
  readonly registration: string;
  readonly weight: string;
  readonly score: string;
  readonly data: string;
  readonly dataNote: string;
  readonly check: string;
  readonly script: {
    readonly steps: readonly [commit: string, entrants: string, order: string];
    readonly passed: string;
    readonly failed: string;
    readonly allPassed: string;
    readonly someFailed: string;
    readonly unreadable: string;
    readonly early: string;
  };
}

const en: DrawWords = {
  title: 'Prize draw',
  states: {
    scheduled: 'Announced',
    open: 'Open',
    frozen: 'Entrants are frozen',
    drawn: 'Drawn',
    closed: 'Drawn, all prizes are settled',
    withdrawn: 'Withdrawn: this draw does not take place',
  },
  winners: 'Winners',
  none: 'No winner has been drawn yet.',
  planned: 'Planned for {time}',
  drawnAt: 'Drawn on {time}',
  entry: 'Entry {entry}',
  won: 'Winner',
  you: 'You',
  entryHelp:
    'An entry is named by the end of its registration number, so that this page names no person. From the link on their page for this event, people see their own entry here marked.',
  winnerStates: {
    pending: 'Can be claimed until {time}',
    claimed: 'Claimed',
    forfeited: 'Not claimed in time: the prize goes to the next place',
  },
  proof: 'How this draw can be checked',
  how: [
    'Before the draw opens, the SHA-256 hash of a secret seed of 32 bytes is published.',
    'Then the entrants are frozen, and the SHA-256 hash of the sorted lines “registration:weight” is published.',
    'Then the seed is revealed. The key is the seed; if there is a public value, it is HMAC-SHA256(seed, public value).',
    'For each entrant, u is (the first 52 bits of HMAC-SHA256(key, “draw|registration”) + 1) / 2^52. The entrants win in the order of ln(u) / weight, highest first.',
  ],
  commit: 'Hash of the seed',
  entrants: 'Entrants',
  entrantsHash: 'Hash of the entrants',
  publicValue: 'Public value',
  publicSource: 'Where the public value comes from',
  seed: 'Seed',
  notYet: 'Not published yet',
  order: 'Order',
  place: 'Place',
  registration: 'Registration',
  weight: 'Weight',
  score: 'ln(u) / weight',
  data: 'Published data',
  dataNote: 'Your browser checks this text. You can replace it with a copy that you saved earlier.',
  check: 'Check the draw',
  script: {
    steps: [
      'The seed belongs to its hash',
      'The entrants belong to their hash',
      'The order follows from seed and entrants',
    ],
    passed: 'passed',
    failed: 'failed',
    allPassed: 'The draw is correct: your browser came to the same order.',
    someFailed: 'The draw is not correct. The step that failed is marked.',
    unreadable: 'This text is not the data of a draw.',
    early: 'The draw has not taken place yet. There is nothing to check.',
  },
};

const de: DrawWords = {
  title: 'Verlosung',
  states: {
    scheduled: 'Angekündigt',
    open: 'Offen',
    frozen: 'Die Teilnehmenden stehen fest',
    drawn: 'Gezogen',
    closed: 'Gezogen, alle Preise sind vergeben',
    withdrawn: 'Zurückgezogen: Diese Verlosung findet nicht statt',
  },
  winners: 'Gewonnen hat',
  none: 'Noch ist niemand gezogen.',
  planned: 'Geplant für {time}',
  drawnAt: 'Gezogen am {time}',
  entry: 'Los {entry}',
  won: 'Gewonnen',
  you: 'Sie',
  entryHelp:
    'Ein Los trägt das Ende der Nummer seiner Anmeldung, damit diese Seite niemanden nennt. Wer dem Link auf der eigenen Seite der Veranstaltung folgt, sieht hier das eigene Los markiert.',
  winnerStates: {
    pending: 'Kann bis {time} angenommen werden',
    claimed: 'Angenommen',
    forfeited: 'Nicht rechtzeitig angenommen: Der Preis geht an den nächsten Platz',
  },
  proof: 'So lässt sich die Verlosung prüfen',
  how: [
    'Bevor die Verlosung beginnt, wird der SHA-256-Hash eines geheimen Startwerts von 32 Bytes veröffentlicht.',
    'Dann werden die Teilnehmenden festgeschrieben, und der SHA-256-Hash der sortierten Zeilen „Anmeldung:Gewicht“ wird veröffentlicht.',
    'Dann wird der Startwert offengelegt. Er ist der Schlüssel; gibt es einen öffentlichen Wert, ist der Schlüssel HMAC-SHA256(Startwert, öffentlicher Wert).',
    'Für jede Anmeldung ist u = (die ersten 52 Bits von HMAC-SHA256(Schlüssel, „Verlosung|Anmeldung“) + 1) / 2^52. Gewonnen wird in der Reihenfolge von ln(u) / Gewicht, das höchste zuerst.',
  ],
  commit: 'Hash des Startwerts',
  entrants: 'Teilnehmende',
  entrantsHash: 'Hash der Teilnehmenden',
  publicValue: 'Öffentlicher Wert',
  publicSource: 'Woher der öffentliche Wert kommt',
  seed: 'Startwert',
  notYet: 'Noch nicht veröffentlicht',
  order: 'Reihenfolge',
  place: 'Platz',
  registration: 'Anmeldung',
  weight: 'Gewicht',
  score: 'ln(u) / Gewicht',
  data: 'Veröffentlichte Daten',
  dataNote:
    'Ihr Browser prüft diesen Text. Sie können ihn durch eine Kopie ersetzen, die Sie früher gespeichert haben.',
  check: 'Verlosung prüfen',
  script: {
    steps: [
      'Der Startwert gehört zu seinem Hash',
      'Die Teilnehmenden gehören zu ihrem Hash',
      'Die Reihenfolge folgt aus Startwert und Teilnehmenden',
    ],
    passed: 'bestanden',
    failed: 'nicht bestanden',
    allPassed: 'Die Verlosung ist korrekt: Ihr Browser kommt zur selben Reihenfolge.',
    someFailed: 'Die Verlosung ist nicht korrekt. Der fehlerhafte Schritt ist markiert.',
    unreadable: 'Dieser Text enthält keine Daten einer Verlosung.',
    early: 'Die Verlosung hat noch nicht stattgefunden. Es gibt nichts zu prüfen.',
  },
};

const fr: DrawWords = {
  title: 'Tirage au sort',
  states: {
    scheduled: 'Annoncé',
    open: 'Ouvert',
    frozen: 'La liste des participants est figée',
    drawn: 'Tiré',
    closed: 'Tiré, tous les lots sont attribués',
    withdrawn: 'Retiré : ce tirage n’a pas lieu',
  },
  winners: 'Gagnants',
  none: 'Personne n’a encore été tiré au sort.',
  planned: 'Prévu le {time}',
  drawnAt: 'Tiré le {time}',
  entry: 'Participation {entry}',
  won: 'Gagnante',
  you: 'Vous',
  entryHelp:
    'Une participation porte la fin du numéro de son inscription, pour que cette page ne nomme personne. Depuis le lien de leur page de l’événement, les participants voient ici leur participation marquée.',
  winnerStates: {
    pending: 'Peut être accepté jusqu’au {time}',
    claimed: 'Accepté',
    forfeited: 'Pas accepté à temps : le lot va à la place suivante',
  },
  proof: 'Comment vérifier ce tirage',
  how: [
    'Avant l’ouverture, l’empreinte SHA-256 d’une graine secrète de 32 octets est publiée.',
    'Ensuite, les participants sont figés et l’empreinte SHA-256 des lignes triées « inscription:poids » est publiée.',
    'Ensuite, la graine est révélée. Elle est la clé ; s’il y a une valeur publique, la clé est HMAC-SHA256(graine, valeur publique).',
    'Pour chaque inscription, u = (les 52 premiers bits de HMAC-SHA256(clé, « tirage|inscription ») + 1) / 2^52. L’ordre est celui de ln(u) / poids, le plus élevé d’abord.',
  ],
  commit: 'Empreinte de la graine',
  entrants: 'Participants',
  entrantsHash: 'Empreinte des participants',
  publicValue: 'Valeur publique',
  publicSource: 'Origine de la valeur publique',
  seed: 'Graine',
  notYet: 'Pas encore publié',
  order: 'Ordre',
  place: 'Rang',
  registration: 'Inscription',
  weight: 'Poids',
  score: 'ln(u) / poids',
  data: 'Données publiées',
  dataNote: 'Votre navigateur vérifie ce texte. Vous pouvez le remplacer par une copie enregistrée plus tôt.',
  check: 'Vérifier le tirage',
  script: {
    steps: [
      'La graine correspond à son empreinte',
      'Les participants correspondent à leur empreinte',
      'L’ordre découle de la graine et des participants',
    ],
    passed: 'réussi',
    failed: 'échoué',
    allPassed: 'Le tirage est correct : votre navigateur obtient le même ordre.',
    someFailed: 'Le tirage n’est pas correct. L’étape qui a échoué est indiquée.',
    unreadable: 'Ce texte ne contient pas les données d’un tirage.',
    early: 'Le tirage n’a pas encore eu lieu. Il n’y a rien à vérifier.',
  },
};

const es: DrawWords = {
  title: 'Sorteo',
  states: {
    scheduled: 'Anunciado',
    open: 'Abierto',
    frozen: 'La lista de participantes está cerrada',
    drawn: 'Realizado',
    closed: 'Realizado, todos los premios están adjudicados',
    withdrawn: 'Retirado: este sorteo no se celebra',
  },
  winners: 'Ganadores',
  none: 'Todavía no hay ganadores.',
  planned: 'Previsto para {time}',
  drawnAt: 'Sorteado: {time}',
  entry: 'Participación {entry}',
  won: 'Ganadora',
  you: 'Usted',
  entryHelp:
    'Cada participación lleva el final del número de su inscripción, para que esta página no nombre a nadie. Quien llega por el enlace de su página del evento ve aquí marcada su participación.',
  winnerStates: {
    pending: 'Se puede aceptar hasta {time}',
    claimed: 'Aceptado',
    forfeited: 'No se aceptó a tiempo: el premio pasa al siguiente puesto',
  },
  proof: 'Cómo se comprueba este sorteo',
  how: [
    'Antes de abrir el sorteo se publica el hash SHA-256 de una semilla secreta de 32 bytes.',
    'Después se cierra la lista de participantes y se publica el hash SHA-256 de las líneas ordenadas «inscripción:peso».',
    'Después se revela la semilla. Es la clave; si hay un valor público, la clave es HMAC-SHA256(semilla, valor público).',
    'Para cada inscripción, u = (los primeros 52 bits de HMAC-SHA256(clave, «sorteo|inscripción») + 1) / 2^52. El orden es el de ln(u) / peso, el mayor primero.',
  ],
  commit: 'Hash de la semilla',
  entrants: 'Participantes',
  entrantsHash: 'Hash de los participantes',
  publicValue: 'Valor público',
  publicSource: 'Origen del valor público',
  seed: 'Semilla',
  notYet: 'Aún no publicado',
  order: 'Orden',
  place: 'Puesto',
  registration: 'Inscripción',
  weight: 'Peso',
  score: 'ln(u) / peso',
  data: 'Datos publicados',
  dataNote: 'Su navegador comprueba este texto. Puede sustituirlo por una copia que haya guardado antes.',
  check: 'Comprobar el sorteo',
  script: {
    steps: [
      'La semilla corresponde a su hash',
      'Los participantes corresponden a su hash',
      'El orden resulta de la semilla y los participantes',
    ],
    passed: 'correcto',
    failed: 'incorrecto',
    allPassed: 'El sorteo es correcto: su navegador obtiene el mismo orden.',
    someFailed: 'El sorteo no es correcto. El paso que ha fallado está marcado.',
    unreadable: 'Este texto no contiene los datos de un sorteo.',
    early: 'El sorteo aún no se ha realizado. No hay nada que comprobar.',
  },
};

const ar: DrawWords = {
  title: 'سحب على الجوائز',
  states: {
    scheduled: 'مُعلَن',
    open: 'مفتوح',
    frozen: 'أُغلقت قائمة المشاركين',
    drawn: 'أُجري السحب',
    closed: 'أُجري السحب وسُلّمت الجوائز',
    withdrawn: 'أُلغي السحب ولن يُجرى',
  },
  winners: 'الفائزون',
  none: 'لم يُسحب أي فائز بعد.',
  planned: 'موعد السحب: {time}',
  drawnAt: 'أُجري السحب: {time}',
  entry: 'المشاركة {entry}',
  won: 'فائزة',
  you: 'أنت',
  entryHelp:
    'تُعرف كل مشاركة بآخر رقم تسجيلها، لكي لا تذكر هذه الصفحة اسم أحد. ومن يصل عبر الرابط في صفحته الخاصة بالفعالية يجد مشاركته مُعلَّمة هنا.',
  winnerStates: {
    pending: 'يمكن استلام الجائزة حتى {time}',
    claimed: 'تم الاستلام',
    forfeited: 'لم تُستلم في الوقت المحدد: تنتقل الجائزة إلى المرتبة التالية',
  },
  proof: 'كيف يمكن التحقق من هذا السحب',
  how: [
    'قبل فتح السحب تُنشر بصمة SHA-256 لبذرة سرية من 32 بايت.',
    'ثم تُغلق قائمة المشاركين وتُنشر بصمة SHA-256 للأسطر المرتبة «التسجيل:الوزن».',
    'ثم تُكشف البذرة. البذرة هي المفتاح، وإن وُجدت قيمة عامة فالمفتاح هو HMAC-SHA256(البذرة، القيمة العامة).',
    'لكل تسجيل: u = (أول 52 بتًّا من HMAC-SHA256(المفتاح، «السحب|التسجيل») + 1) / 2^52. والترتيب حسب ln(u) / الوزن، الأعلى أولًا.',
  ],
  commit: 'بصمة البذرة',
  entrants: 'المشاركون',
  entrantsHash: 'بصمة المشاركين',
  publicValue: 'القيمة العامة',
  publicSource: 'مصدر القيمة العامة',
  seed: 'البذرة',
  notYet: 'لم تُنشر بعد',
  order: 'الترتيب',
  place: 'المرتبة',
  registration: 'التسجيل',
  weight: 'الوزن',
  score: 'ln(u) / الوزن',
  data: 'البيانات المنشورة',
  dataNote: 'يتحقق متصفحك من هذا النص. يمكنك استبداله بنسخة حفظتها سابقًا.',
  check: 'التحقق من السحب',
  script: {
    steps: ['البذرة تطابق بصمتها', 'المشاركون يطابقون بصمتهم', 'الترتيب ناتج عن البذرة والمشاركين'],
    passed: 'ناجح',
    failed: 'فاشل',
    allPassed: 'السحب صحيح: وصل متصفحك إلى الترتيب نفسه.',
    someFailed: 'السحب غير صحيح. الخطوة التي فشلت مُعلَّمة.',
    unreadable: 'هذا النص لا يحتوي على بيانات سحب.',
    early: 'لم يُجرَ السحب بعد. لا يوجد ما يمكن التحقق منه.',
  },
};

export const drawWords: Readonly<Record<Language, DrawWords>> = { en, de, fr, es, ar };
