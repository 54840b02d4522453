/** The texts of a prize draw's public page. */
import type { Language } from '#shared/base/languages.ts';
import type { drawStates, prizeStates } from '#shared/modules/events/gamification.ts';

export interface DrawWords {
  readonly title: string;
  readonly states: Readonly<Record<(typeof drawStates)[number], string>>;
  readonly winners: string;
  /** Text instead of the winners, before the draw. */
  readonly none: string;
  /** Headings and texts on the prizes, the people who can win them, and the times. */
  readonly terms: {
    readonly prizes: string;
    readonly drawsAt: string;
    readonly claim: string;
    readonly claimHours: string;
    readonly enters: string;
    readonly who: string;
  };
  /** Shown where fewer people have won than there are prizes. */
  readonly fewer: string;
  readonly toEvent: string;
  readonly drawnAt: string;
  /** A registration, by a short name that is no person’s. */
  readonly entry: string;
  readonly entryHelp: string;
  readonly won: string;
  /** Mark beside the entry of the person who reads. */
  readonly you: string;
  readonly winnerStates: Readonly<Record<Exclude<(typeof prizeStates)[number], 'entered'>, string>>;
  readonly proof: string;
  /** Text between backticks is a formula. */
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
  /** Note before the draw, when there is nothing to check. */
  readonly keepNote: string;
  readonly nothingToCheck: string;
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
    frozen: 'It is settled who takes part. The winners are drawn next.',
    drawn: 'Drawn',
    closed: 'Drawn, all prizes are settled',
    withdrawn: 'Withdrawn: this draw does not take place',
  },
  winners: 'Winners',
  none: 'No winner has been drawn yet.',
  terms: {
    prizes: 'Prizes',
    drawsAt: 'Date of the draw',
    claim: 'Time to claim a prize',
    claimHours: '{hours} after the winner is notified',
    enters: 'Who takes part',
    who: 'People with a ticket for this event who earned a badge that is in this draw, before the list of those who take part is closed',
  },
  fewer: '{winners} of {prizes} prizes were won. There was no one else to draw.',
  toEvent: 'To the page of the event',
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
    'A fingerprint of data is its SHA-256 hash: other data has another fingerprint. Before the draw opens, the fingerprint of a secret seed of 32 bytes is published, so that the seed cannot be changed later.',
    'Then it is settled who takes part, and the fingerprint of the sorted lines `registration:weight` is published.',
    'Then the seed is revealed. The key is the seed; if there is a public value, it is `HMAC-SHA256(seed, public value)`.',
    'For each registration, b is the first 52 bits of `HMAC-SHA256(key, "draw|registration")`, and `u = (b + 1) / 2^52`. The registrations win in the order of `ln(u) / weight`, highest first.',
  ],
  commit: 'Fingerprint of the seed',
  entrants: 'People who take part',
  entrantsHash: 'Fingerprint of the list of those who take part',
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
  keepNote: 'Save a copy of this text if you want to compare it after the draw.',
  nothingToCheck: 'This draw was withdrawn. There is nothing to check.',
  check: 'Check the draw',
  script: {
    steps: [
      'The seed has the published fingerprint',
      'The list of those who take part has the published fingerprint',
      'The order follows from the seed and the list',
    ],
    passed: 'passed',
    failed: 'failed',
    allPassed: 'The draw is correct: your browser came to the same order.',
    someFailed: 'The draw is not correct. The step that failed is marked.',
    unreadable: 'This text is not the data of a draw that was published.',
    early: 'The draw has not taken place yet. There is nothing to check.',
  },
};

const de: DrawWords = {
  title: 'Verlosung',
  states: {
    scheduled: 'Angekündigt',
    open: 'Offen',
    frozen: 'Es steht fest, wer teilnimmt. Als Nächstes wird gezogen.',
    drawn: 'Gezogen',
    closed: 'Gezogen, alle Preise sind vergeben',
    withdrawn: 'Zurückgezogen: Diese Verlosung findet nicht statt',
  },
  winners: 'Gewonnen hat',
  none: 'Noch ist niemand gezogen.',
  terms: {
    prizes: 'Preise',
    drawsAt: 'Termin der Ziehung',
    claim: 'Zeit zum Annehmen',
    claimHours: '{hours} ab der Nachricht an die Gewinnerin oder den Gewinner',
    enters: 'Wer teilnimmt',
    who: 'Alle mit einem Ticket der Veranstaltung, die ein Abzeichen dieser Verlosung erhalten haben, bevor die Liste der Teilnehmenden geschlossen wird',
  },
  fewer: '{winners} von {prizes} Preisen wurden gewonnen. Weitere Teilnehmende gab es nicht.',
  toEvent: 'Zur Seite der Veranstaltung',
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
    'Ein Fingerabdruck von Daten ist ihr SHA-256-Hash: Andere Daten haben einen anderen Fingerabdruck. Bevor die Verlosung beginnt, wird der Fingerabdruck eines geheimen Startwerts von 32 Bytes veröffentlicht. So lässt sich der Startwert später nicht ändern.',
    'Dann wird festgelegt, wer teilnimmt, und der Fingerabdruck der sortierten Zeilen `Anmeldung:Gewicht` wird veröffentlicht.',
    'Dann wird der Startwert offengelegt. Er ist der Schlüssel; gibt es einen öffentlichen Wert, ist der Schlüssel `HMAC-SHA256(Startwert, öffentlicher Wert)`.',
    'Für jede Anmeldung sind b die ersten 52 Bits von `HMAC-SHA256(Schlüssel, "Verlosung|Anmeldung")`, und `u = (b + 1) / 2^52`. Gewonnen wird in der Reihenfolge von `ln(u) / Gewicht`, das höchste zuerst.',
  ],
  commit: 'Fingerabdruck des Startwerts',
  entrants: 'Teilnehmende',
  entrantsHash: 'Fingerabdruck der Liste der Teilnehmenden',
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
  keepNote: 'Speichern Sie eine Kopie dieses Textes, wenn Sie ihn nach der Ziehung vergleichen möchten.',
  nothingToCheck: 'Diese Verlosung wurde zurückgezogen. Es gibt nichts zu prüfen.',
  check: 'Verlosung prüfen',
  script: {
    steps: [
      'Der Startwert hat den veröffentlichten Fingerabdruck',
      'Die Liste der Teilnehmenden hat den veröffentlichten Fingerabdruck',
      'Die Reihenfolge folgt aus Startwert und Liste',
    ],
    passed: 'bestanden',
    failed: 'nicht bestanden',
    allPassed: 'Die Verlosung ist korrekt: Ihr Browser kommt zur selben Reihenfolge.',
    someFailed: 'Die Verlosung ist nicht korrekt. Der fehlerhafte Schritt ist markiert.',
    unreadable: 'Dieser Text enthält nicht die Daten einer veröffentlichten Verlosung.',
    early: 'Die Verlosung hat noch nicht stattgefunden. Es gibt nichts zu prüfen.',
  },
};

const fr: DrawWords = {
  title: 'Tirage au sort',
  states: {
    scheduled: 'Annoncé',
    open: 'Ouvert',
    frozen: 'La liste des participants est close. Le tirage vient ensuite.',
    drawn: 'Tiré',
    closed: 'Tiré, tous les lots sont attribués',
    withdrawn: 'Retiré : ce tirage n’a pas lieu',
  },
  winners: 'Gagnants',
  none: 'Personne n’a encore été tiré au sort.',
  terms: {
    prizes: 'Lots',
    drawsAt: 'Date du tirage',
    claim: 'Délai pour accepter un lot',
    claimHours: '{hours} après l’annonce au gagnant',
    enters: 'Qui participe',
    who: 'Les personnes munies d’un billet de cet événement qui ont obtenu un badge de ce tirage avant la clôture de la liste des participants',
  },
  fewer: '{winners} lots sur {prizes} ont été gagnés. Il n’y avait plus personne à tirer au sort.',
  toEvent: 'Vers la page de l’événement',
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
    'L’empreinte de données est leur hachage SHA-256 : d’autres données ont une autre empreinte. Avant l’ouverture, l’empreinte d’une graine secrète de 32 octets est publiée : la graine ne peut plus être changée.',
    'Ensuite, la liste des participants est close et l’empreinte des lignes triées `inscription:poids` est publiée.',
    'Ensuite, la graine est révélée. Elle est la clé ; s’il y a une valeur publique, la clé est `HMAC-SHA256(graine, valeur publique)`.',
    'Pour chaque inscription, b représente les 52 premiers bits de `HMAC-SHA256(clé, "tirage|inscription")`, et `u = (b + 1) / 2^52`. L’ordre est celui de `ln(u) / poids`, le plus élevé d’abord.',
  ],
  commit: 'Empreinte de la graine',
  entrants: 'Participants',
  entrantsHash: 'Empreinte de la liste des participants',
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
  keepNote: 'Enregistrez une copie de ce texte si vous voulez le comparer après le tirage.',
  nothingToCheck: 'Ce tirage a été retiré. Il n’y a rien à vérifier.',
  check: 'Vérifier le tirage',
  script: {
    steps: [
      'La graine a l’empreinte publiée',
      'La liste des participants a l’empreinte publiée',
      'L’ordre découle de la graine et de la liste',
    ],
    passed: 'réussi',
    failed: 'échoué',
    allPassed: 'Le tirage est correct : votre navigateur obtient le même ordre.',
    someFailed: 'Le tirage n’est pas correct. L’étape qui a échoué est indiquée.',
    unreadable: 'Ce texte ne contient pas les données d’un tirage publié.',
    early: 'Le tirage n’a pas encore eu lieu. Il n’y a rien à vérifier.',
  },
};

const es: DrawWords = {
  title: 'Sorteo',
  states: {
    scheduled: 'Anunciado',
    open: 'Abierto',
    frozen: 'Ya está fijado quién participa. Lo siguiente es el sorteo.',
    drawn: 'Realizado',
    closed: 'Realizado, todos los premios están adjudicados',
    withdrawn: 'Retirado: este sorteo no se celebra',
  },
  winners: 'Ganadores',
  none: 'Todavía no hay ganadores.',
  terms: {
    prizes: 'Premios',
    drawsAt: 'Fecha del sorteo',
    claim: 'Plazo para aceptar un premio',
    claimHours: '{hours} desde el aviso a quien gana',
    enters: 'Quién participa',
    who: 'Las personas con entrada para este evento que hayan obtenido una insignia de este sorteo antes de que se cierre la lista de participantes',
  },
  fewer: 'Se ganaron {winners} de {prizes} premios. No había nadie más a quien sortearlos.',
  toEvent: 'A la página del evento',
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
    'La huella de unos datos es su hash SHA-256: otros datos tienen otra huella. Antes de abrir el sorteo se publica la huella de una semilla secreta de 32 bytes, para que la semilla no se pueda cambiar después.',
    'Después se fija quién participa y se publica la huella de las líneas ordenadas `inscripción:peso`.',
    'Después se revela la semilla. Es la clave; si hay un valor público, la clave es `HMAC-SHA256(semilla, valor público)`.',
    'Para cada inscripción, b son los primeros 52 bits de `HMAC-SHA256(clave, "sorteo|inscripción")`, y `u = (b + 1) / 2^52`. El orden es el de `ln(u) / peso`, el mayor primero.',
  ],
  commit: 'Huella de la semilla',
  entrants: 'Participantes',
  entrantsHash: 'Huella de la lista de participantes',
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
  keepNote: 'Guarde una copia de este texto si quiere compararlo después del sorteo.',
  nothingToCheck: 'Este sorteo se ha retirado. No hay nada que comprobar.',
  check: 'Comprobar el sorteo',
  script: {
    steps: [
      'La semilla tiene la huella publicada',
      'La lista de participantes tiene la huella publicada',
      'El orden resulta de la semilla y la lista',
    ],
    passed: 'correcto',
    failed: 'incorrecto',
    allPassed: 'El sorteo es correcto: su navegador obtiene el mismo orden.',
    someFailed: 'El sorteo no es correcto. El paso que ha fallado está marcado.',
    unreadable: 'Este texto no contiene los datos de un sorteo publicado.',
    early: 'El sorteo aún no se ha realizado. No hay nada que comprobar.',
  },
};

const ar: DrawWords = {
  title: 'سحب على الجوائز',
  states: {
    scheduled: 'مُعلَن',
    open: 'مفتوح',
    frozen: 'تحدَّد من يشارك. الخطوة التالية هي السحب.',
    drawn: 'أُجري السحب',
    closed: 'أُجري السحب وسُلّمت الجوائز',
    withdrawn: 'أُلغي السحب ولن يُجرى',
  },
  winners: 'الفائزون',
  none: 'لم يُسحب أي فائز بعد.',
  terms: {
    prizes: 'عدد الجوائز',
    drawsAt: 'موعد السحب',
    claim: 'مهلة قبول الجائزة',
    claimHours: '{hours} من إبلاغ الفائز',
    enters: 'من يشارك',
    who: 'حاملو تذاكر هذه الفعالية الذين حصلوا على وسام مشمول في هذا السحب قبل إغلاق قائمة المشاركين',
  },
  fewer: 'عدد الجوائز: {prizes}، وعدد الفائزين: {winners}. لم يبقَ مشارك آخر للسحب.',
  toEvent: 'إلى صفحة الفعالية',
  drawnAt: 'أُجري السحب: {time}',
  entry: 'المشاركة {entry}',
  won: 'فائزة',
  you: 'أنت',
  entryHelp:
    'تُعرف كل مشاركة بآخر رقم تسجيلها، لكي لا تذكر هذه الصفحة اسم أحد. ومن يصل عبر الرابط في صفحته الخاصة بالفعالية يجد مشاركته مُعلَّمة هنا.',
  winnerStates: {
    pending: 'يمكن قبول الجائزة حتى {time}',
    claimed: 'قُبلت الجائزة',
    forfeited: 'لم تُقبل في الوقت المحدد: تنتقل الجائزة إلى المرتبة التالية',
  },
  proof: 'كيف يمكن التحقق من هذا السحب',
  how: [
    'بصمة البيانات هي ناتج SHA-256 لها، ولكل بيانات أخرى بصمة أخرى. قبل فتح السحب تُنشر بصمة بذرة سرية من 32 بايت، فلا يمكن تغيير البذرة لاحقًا.',
    'ثم يتحدد من يشارك وتُنشر بصمة الأسطر المرتبة `التسجيل:الوزن`.',
    'ثم تُكشف البذرة. البذرة هي المفتاح، وإن وُجدت قيمة عامة فالمفتاح هو `HMAC-SHA256(البذرة, القيمة العامة)`.',
    'لكل تسجيل: `b` هي أول 52 بتًّا من `HMAC-SHA256(المفتاح, "السحب|التسجيل")`، و`u = (b + 1) / 2^52`. والترتيب حسب `ln(u) / الوزن`، الأعلى أولًا.',
  ],
  commit: 'بصمة البذرة',
  entrants: 'المشاركون',
  entrantsHash: 'بصمة قائمة المشاركين',
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
  keepNote: 'يُرجى حفظ نسخة من هذا النص لمقارنته بعد السحب.',
  nothingToCheck: 'أُلغي هذا السحب. لا يوجد ما يمكن التحقق منه.',
  check: 'التحقق من السحب',
  script: {
    steps: ['البذرة لها البصمة المنشورة', 'قائمة المشاركين لها البصمة المنشورة', 'الترتيب ناتج عن البذرة والقائمة'],
    passed: 'ناجح',
    failed: 'فاشل',
    allPassed: 'السحب صحيح: وصل متصفحك إلى الترتيب نفسه.',
    someFailed: 'السحب غير صحيح. الخطوة التي فشلت مُعلَّمة.',
    unreadable: 'هذا النص ليس بيانات سحب منشور.',
    early: 'لم يُجرَ السحب بعد. لا يوجد ما يمكن التحقق منه.',
  },
};

export const drawWords: Readonly<Record<Language, DrawWords>> = { en, de, fr, es, ar };
