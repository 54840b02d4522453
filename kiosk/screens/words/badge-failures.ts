/**
 * The advice for failed badges and for printer problems by cause, in every language side by side: it adds details to
 * the failures that `printer.advice` has words for. Long because it is a dictionary.
 */
import type { PrintFailure } from '#kiosk/bridge/host-api.ts';
import type { PrintCause } from '#kiosk/bridge/print-causes.ts';
import type { BadgeFailure } from '#kiosk/printing/badge-failure.ts';
import type { Language } from '#shared/base/languages.ts';
import type { Wording } from './catalogues.ts';

type InAll = Readonly<Record<Language, string>>;

export const badgeFailures: Readonly<Record<Exclude<BadgeFailure, PrintFailure>, InAll>> = {
  wrong_roll: {
    en: 'The roll in the printer is not the one it is set for. Change the roll.',
    de: 'Im Drucker liegt eine andere Rolle als eingestellt. Wechseln Sie die Rolle.',
    es: 'El rollo de la impresora no es el configurado. Cámbielo.',
    fr: 'Le rouleau de l’imprimante n’est pas celui qui est réglé. Changez-le.',
    ar: 'اللفّة في الطابعة غير المضبوطة لها. بدّل اللفّة.',
  },
  two_colour_roll: {
    en: 'A black-and-red roll is loaded. Load one for black only, such as DK-22205.',
    de: 'Es liegt eine schwarz-rote Rolle ein. Legen Sie eine nur für Schwarz ein, etwa DK-22205.',
    es: 'Hay un rollo negro y rojo. Ponga uno solo para negro, como DK-22205.',
    fr: 'Un rouleau noir et rouge est en place. Mettez-en un pour le noir seul, comme le DK-22205.',
    ar: 'في الطابعة لفّة للأسود والأحمر. ضع لفّة للأسود وحده مثل DK-22205.',
  },
  unknown_roll: {
    en: 'The roll in the printer has an unknown width. Load another one.',
    de: 'Die Breite der Rolle im Drucker ist nicht bekannt. Legen Sie eine andere ein.',
    es: 'El ancho del rollo no se conoce. Ponga otro.',
    fr: 'La largeur du rouleau n’est pas connue. Mettez-en un autre.',
    ar: 'عرض اللفّة في الطابعة غير معروف. ضع لفّة أخرى.',
  },
  too_large: {
    en: 'The badge is larger than the paper of this printer. Choose another printer or another roll.',
    de: 'Das Schild ist größer als das Papier dieses Druckers. Nehmen Sie einen anderen Drucker oder eine andere Rolle.',
    es: 'La acreditación es mayor que el papel de esta impresora. Elija otra impresora u otro rollo.',
    fr: 'Le badge est plus grand que le papier de cette imprimante. Choisissez une autre imprimante ou un autre rouleau.',
    ar: 'البطاقة أكبر من ورق هذه الطابعة. اختر طابعة أخرى أو لفّة أخرى.',
  },
  ribbon_out: {
    en: 'The printer is out of ribbon. Load a new one.',
    de: 'Der Drucker hat kein Farbband mehr. Legen Sie ein neues ein.',
    es: 'A la impresora se le acabó la cinta. Ponga una nueva.',
    fr: 'L’imprimante n’a plus de ruban. Mettez-en un neuf.',
    ar: 'نفد شريط الطابعة. ضع شريطًا جديدًا.',
  },
  paper_jam: {
    en: 'Paper is jammed in the printer. Take it out.',
    de: 'Im Drucker klemmt Papier. Nehmen Sie es heraus.',
    es: 'Hay papel atascado en la impresora. Sáquelo.',
    fr: 'Du papier est coincé dans l’imprimante. Retirez-le.',
    ar: 'ورق عالق في الطابعة. أخرجه.',
  },
  feed_failed: {
    en: 'The printer cannot feed the paper. Insert the roll again.',
    de: 'Der Drucker zieht das Papier nicht ein. Legen Sie die Rolle neu ein.',
    es: 'La impresora no puede avanzar el papel. Coloque el rollo de nuevo.',
    fr: 'L’imprimante n’entraîne pas le papier. Remettez le rouleau en place.',
    ar: 'لا تستطيع الطابعة سحب الورق. أعد تركيب اللفّة.',
  },
  cutter_jammed: {
    en: 'The cutter of the printer is jammed. Clear it.',
    de: 'Das Schneidwerk des Druckers klemmt. Machen Sie es frei.',
    es: 'La cuchilla de la impresora está atascada. Libérela.',
    fr: 'Le massicot de l’imprimante est bloqué. Dégagez-le.',
    ar: 'قاطعة الورق في الطابعة عالقة. حرّرها.',
  },
  head_open: {
    en: 'The print head of the printer is open. Close it.',
    de: 'Der Druckkopf ist aufgeklappt. Schließen Sie ihn.',
    es: 'El cabezal de la impresora está abierto. Ciérrelo.',
    fr: 'La tête d’impression est ouverte. Fermez-la.',
    ar: 'رأس الطباعة مفتوح. أغلقه.',
  },
  head_hot: {
    en: 'The print head is too hot. Let it cool down; printing resumes automatically.',
    de: 'Der Druckkopf ist zu heiß. Lassen Sie ihn abkühlen; danach geht es von selbst weiter.',
    es: 'El cabezal está demasiado caliente. Deje que se enfríe; la impresión sigue sola.',
    fr: 'La tête d’impression est trop chaude. Laissez-la refroidir ; l’impression reprend seule.',
    ar: 'رأس الطباعة ساخن جدًا. دعه يبرد؛ تستمر الطباعة تلقائيًا.',
  },
  head_cold: {
    en: 'The printer is too cold to print. Let it warm up.',
    de: 'Der Drucker ist zu kalt zum Drucken. Lassen Sie ihn warm werden.',
    es: 'La impresora está demasiado fría. Deje que se caliente.',
    fr: 'L’imprimante est trop froide. Laissez-la chauffer.',
    ar: 'الطابعة باردة جدًا. دعها تسخن.',
  },
  paused: {
    en: 'The printer is paused. Press its pause or feed button.',
    de: 'Der Drucker ist angehalten. Drücken Sie seine Pausen- oder Vorschubtaste.',
    es: 'La impresora está en pausa. Pulse su botón de pausa o de avance.',
    fr: 'L’imprimante est en pause. Appuyez sur sa touche de pause ou d’avance.',
    ar: 'الطابعة متوقفة مؤقتًا. اضغط زر الإيقاف المؤقت أو زر سحب الورق.',
  },
  queue_stopped: {
    en: 'The print queue of this printer is stopped. Start it again.',
    de: 'Die Warteschlange dieses Druckers ist angehalten. Starten Sie sie wieder.',
    es: 'La cola de esta impresora está detenida. Iníciela de nuevo.',
    fr: 'La file de cette imprimante est arrêtée. Relancez-la.',
    ar: 'طابور هذه الطابعة متوقف. شغّله من جديد.',
  },
  queue_closed: {
    en: 'The print queue does not accept badges. Let it accept jobs again.',
    de: 'Die Warteschlange nimmt keine Schilder an. Lassen Sie sie wieder Aufträge annehmen.',
    es: 'La cola no acepta acreditaciones. Permita de nuevo los trabajos.',
    fr: 'La file n’accepte aucun badge. Rouvrez-la.',
    ar: 'طابور الطباعة لا يقبل بطاقات. اسمح له بقبول المهام من جديد.',
  },
  queue_missing: {
    en: 'There is no such print queue. Correct the settings of the printer.',
    de: 'Diese Warteschlange gibt es nicht. Korrigieren Sie die Einstellungen des Druckers.',
    es: 'Esa cola de impresión no existe. Corrija la configuración de la impresora.',
    fr: 'Cette file d’impression n’existe pas. Corrigez les réglages de l’imprimante.',
    ar: 'لا يوجد طابور طباعة بهذا الاسم. صحّح إعدادات الطابعة.',
  },
  queue_cancelled: {
    en: 'The badge was cancelled in the print queue.',
    de: 'Jemand hat das Schild in der Warteschlange abgebrochen.',
    es: 'Alguien canceló la acreditación en la cola de impresión.',
    fr: 'Quelqu’un a annulé le badge dans la file d’impression.',
    ar: 'ألغى أحدهم البطاقة في طابور الطباعة.',
  },
  queue_aborted: {
    en: 'The print queue aborted the badge. Check whether it came out.',
    de: 'Die Warteschlange hat das Schild abgebrochen. Sehen Sie nach, ob es herauskam.',
    es: 'La cola interrumpió la acreditación. Mire si salió.',
    fr: 'La file d’impression a interrompu le badge. Regardez s’il est sorti.',
    ar: 'قطع طابور الطباعة البطاقة. انظر هل خرجت.',
  },
  queue_stuck: {
    en: 'The print queue does not finish. Check its printer.',
    de: 'Die Warteschlange wird nicht fertig. Sehen Sie nach ihrem Drucker.',
    es: 'La cola de impresión no termina. Mire su impresora.',
    fr: 'La file d’impression n’en finit pas. Allez voir son imprimante.',
    ar: 'طابور الطباعة لا ينتهي. انظر إلى طابعته.',
  },
  print_server_gone: {
    en: 'The print server does not respond. Start CUPS again.',
    de: 'Der Druckserver antwortet nicht. Starten Sie CUPS neu.',
    es: 'El servidor de impresión no responde. Inicie CUPS de nuevo.',
    fr: 'Le serveur d’impression ne répond pas. Relancez CUPS.',
    ar: 'خادم الطباعة لا يستجيب. شغّل CUPS من جديد.',
  },
  print_server_refuses: {
    en: 'The print server refuses this kiosk. Check the server’s settings.',
    de: 'Der Druckserver weist diesen Kiosk ab. Sehen Sie sich seine Einstellungen an.',
    es: 'El servidor de impresión rechaza este quiosco. Revise la configuración del servidor.',
    fr: 'Le serveur d’impression refuse cette borne. Vérifiez les réglages du serveur.',
    ar: 'خادم الطباعة يرفض هذا الكشك. راجع إعدادات الخادم.',
  },
  system_printer_missing: {
    en: 'This device no longer has that printer. Correct the settings of the printer.',
    de: 'Dieses Gerät hat den Drucker nicht mehr. Korrigieren Sie die Einstellungen des Druckers.',
    es: 'Este equipo ya no tiene esa impresora. Corrija la configuración de la impresora.',
    fr: 'Cet appareil n’a plus cette imprimante. Corrigez les réglages de l’imprimante.',
    ar: 'لم تعد هذه الطابعة على هذا الجهاز. صحّح إعدادات الطابعة.',
  },
  system_silent: {
    en: 'The print service of this device does not respond. Check the printers in its settings.',
    de: 'Der Druckdienst dieses Geräts antwortet nicht. Sehen Sie in den Druckereinstellungen nach.',
    es: 'El servicio de impresión de este equipo no responde. Mire las impresoras en su configuración.',
    fr: 'Le service d’impression de cet appareil ne répond pas. Regardez les imprimantes dans ses réglages.',
    ar: 'خدمة الطباعة على هذا الجهاز لا تستجيب. راجع الطابعات في إعداداته.',
  },
  system_refused: {
    en: 'This device did not print. Check the printers in its settings.',
    de: 'Dieses Gerät hat nicht gedruckt. Sehen Sie in den Druckereinstellungen nach.',
    es: 'Este equipo no imprimió. Mire las impresoras en su configuración.',
    fr: 'Cet appareil n’a pas imprimé. Regardez les imprimantes dans ses réglages.',
    ar: 'لم يطبع هذا الجهاز. راجع الطابعات في إعداداته.',
  },
  desktop_only: {
    en: 'This printer needs the desktop kiosk. Choose another one here.',
    de: 'Dieser Drucker braucht die Desktop-App. Wählen Sie hier einen anderen.',
    es: 'Esta impresora necesita la aplicación de escritorio. Elija otra aquí.',
    fr: 'Cette imprimante demande l’application de bureau. Choisissez-en une autre ici.',
    ar: 'تحتاج هذه الطابعة إلى تطبيق سطح المكتب. اختر غيرها هنا.',
  },
  folder_unwritable: {
    en: 'The folder for the badges cannot be written. Free some space or correct its permissions.',
    de: 'In den Ordner für die Schilder lässt sich nicht schreiben. Schaffen Sie Platz oder korrigieren Sie seine Rechte.',
    es: 'No se puede escribir en la carpeta de las acreditaciones. Libere espacio o corrija sus permisos.',
    fr: 'Le dossier des badges n’est pas accessible en écriture. Libérez de la place ou corrigez ses droits.',
    ar: 'تعذّرت الكتابة في مجلد البطاقات. أفرغ مساحة أو صحّح صلاحياته.',
  },
  driver_failed: {
    en: 'The device host could not use this printer. Choose another one and tell the organizer.',
    de: 'Der Gerätedienst konnte diesen Drucker nicht benutzen. Wählen Sie einen anderen und sagen Sie dem Veranstalter Bescheid.',
    es: 'El servicio local no pudo usar esta impresora. Elija otra y avise al organizador.',
    fr: 'Le service local n’a pas pu utiliser cette imprimante. Choisissez-en une autre et prévenez l’organisateur.',
    ar: 'تعذّر على الخدمة المحلية استخدام هذه الطابعة. اختر غيرها وأبلغ المنظّم.',
  },
  host_stopping: {
    en: 'The device host was being stopped. The badge is printed when it runs again.',
    de: 'Der Gerätedienst wurde gerade beendet. Das Schild wird gedruckt, wenn er wieder läuft.',
    es: 'El servicio local se estaba cerrando. Se intentará de nuevo cuando funcione.',
    fr: 'Le service local s’arrêtait. Le badge sera retenté quand il tournera.',
    ar: 'كانت الخدمة المحلية تتوقف. تُعاد المحاولة حين تعمل.',
  },
  printer_gone: {
    en: 'The printer that had this badge is no longer connected. Check whether it came out.',
    de: 'Der Drucker mit diesem Schild ist nicht mehr verbunden. Sehen Sie nach, ob es herauskam.',
    es: 'La impresora que tenía esta acreditación ya no está conectada. Mire si salió.',
    fr: 'L’imprimante qui avait ce badge n’est plus connectée. Regardez s’il est sorti.',
    ar: 'الطابعة التي كانت عندها هذه البطاقة لم تعد متصلة. انظر هل خرجت.',
  },
  undrawable: {
    en: 'This badge could not be drawn. Tell the organizer.',
    de: 'Dieses Schild ließ sich nicht zeichnen. Sagen Sie dem Veranstalter Bescheid.',
    es: 'Esta acreditación no se pudo dibujar. Avise al organizador.',
    fr: 'Ce badge n’a pas pu être dessiné. Prévenez l’organisateur.',
    ar: 'تعذّر رسم هذه البطاقة. أبلغ المنظّم.',
  },
  declined: {
    en: 'The person says that something on the badge is wrong. Have it corrected, then print again.',
    de: 'Die Person sagt, dass auf dem Schild etwas nicht stimmt. Lassen Sie es berichtigen, dann drucken Sie neu.',
    es: 'La persona dice que algo de la acreditación no es correcto. Haga que lo corrijan e imprima otra vez.',
    fr: 'La personne signale une erreur sur le badge. Faites-la corriger, puis réimprimez.',
    ar: 'يقول صاحب البطاقة إن فيها خطأ. اطلب تصحيحه ثم اطبع من جديد.',
  },
  discarded: {
    en: 'A member of staff decided not to print it.',
    de: 'Jemand hat entschieden, dass es nicht mehr gedruckt wird.',
    es: 'Alguien decidió que ya no se imprima.',
    fr: 'Quelqu’un a décidé de ne plus l’imprimer.',
    ar: 'قرر أحدهم ألّا تُطبع.',
  },
  none_came_out: {
    en: 'A member of staff checked: no badge was printed.',
    de: 'Jemand hat nachgesehen: Es war kein Schild herausgekommen.',
    es: 'Alguien miró y no había salido ninguna.',
    fr: 'Quelqu’un a regardé : aucun badge n’était sorti.',
    ar: 'نظر أحدهم فلم تكن قد خرجت بطاقة.',
  },
  superseded: {
    en: 'A supervisor let the person in; another job prints the badge.',
    de: 'Die Aufsicht hat die Person eingelassen; ein anderer Auftrag druckt das Schild.',
    es: 'Un responsable autorizó el paso; otro trabajo imprime la acreditación.',
    fr: 'Un responsable a fait entrer la personne ; un autre envoi imprime le badge.',
    ar: 'سمح المشرف بالدخول؛ تطبع البطاقةَ مهمة أخرى.',
  },
  other: {
    en: 'The badge was not printed. Check the printer, then print again.',
    de: 'Das Schild kam nicht heraus. Sehen Sie nach dem Drucker, dann drucken Sie neu.',
    es: 'La acreditación no salió. Mire la impresora e imprima otra vez.',
    fr: 'Le badge n’est pas sorti. Allez voir l’imprimante, puis réimprimez.',
    ar: 'لم تخرج البطاقة. انظر إلى الطابعة ثم اطبع من جديد.',
  },
};

const isFailure = (failure: BadgeFailure, advice: object): failure is PrintFailure => Object.hasOwn(advice, failure);

/** @returns why a badge did not come out, or may not have, and what to do */
export function failureWords(failure: BadgeFailure, { printer, language }: Wording): string {
  return isFailure(failure, printer.advice) ? printer.advice[failure] : badgeFailures[failure][language];
}

/** @returns what to do about a printer in trouble: by its cause where the reason alone would mislead */
export function troubleWords(reason: PrintFailure, cause: PrintCause | undefined, words: Wording): string {
  return failureWords(cause ?? reason, words);
}
