/** Texts about scans that can only leave this machine as a file, in every language of the page. */
import { countIn } from '#shared/base/plural.ts';
import type { Catalogues } from '../words/use-words.tsx';

const [en, de, es, fr, ar] = [countIn('en'), countIn('de'), countIn('es'), countIn('fr'), countIn('ar')];

export interface HandOverWords {
  readonly waiting: (scans: number) => string;
  readonly how: string;
  readonly save: string;
  readonly saved: string;
  readonly failed: string;
}

export const handOverWords: Catalogues<HandOverWords> = {
  en: {
    waiting: (scans) =>
      en(scans, {
        one: '# scan made here has not reached the server. It will be saved to a file that only the server can open.',
        other:
          '# scans made here have not reached the server. They will be saved to a file that only the server can open.',
      }),
    how: 'Save the file and give it to the organizer. Importing it twice is safe.',
    save: 'Save unsent scans',
    saved: 'Saved. The scans also stay on this device.',
    failed: 'The file could not be created. Do not clear this browser’s data, and tell the organizer.',
  },
  de: {
    waiting: (scans) =>
      de(scans, {
        one: '# Scan von hier hat den Server nicht erreicht. Er wartet in einer Datei, die nur der Server öffnen kann.',
        other:
          '# Scans von hier haben den Server nicht erreicht. Sie warten in einer Datei, die nur der Server öffnen kann.',
      }),
    how: 'Speichern Sie die Datei und geben Sie sie dem Veranstalter. Sie zweimal einzulesen schadet nicht.',
    save: 'Scans speichern',
    saved: 'Gespeichert. Die Scans bleiben auch auf diesem Gerät.',
    failed:
      'Die Datei ließ sich nicht erstellen. Löschen Sie die Daten dieses Browsers nicht, und sagen Sie dem Veranstalter Bescheid.',
  },
  es: {
    waiting: (scans) =>
      es(scans, {
        one: '# escaneo hecho aquí no ha llegado al servidor. Espera en un archivo que solo el servidor puede abrir.',
        many: '# de escaneos hechos aquí no han llegado al servidor. Esperan en un archivo que solo el servidor puede abrir.',
        other:
          '# escaneos hechos aquí no han llegado al servidor. Esperan en un archivo que solo el servidor puede abrir.',
      }),
    how: 'Guarde el archivo y entréguelo al organizador. Importarlo dos veces no causa ningún daño.',
    save: 'Guardar escaneos',
    saved: 'Guardado. Los escaneos siguen también en este equipo.',
    failed: 'No se pudo crear el archivo. No borre los datos de este navegador y avise al organizador.',
  },
  fr: {
    waiting: (scans) =>
      fr(scans, {
        one: '# scan fait ici n’est pas arrivé au serveur. Il attend dans un fichier que seul le serveur peut ouvrir.',
        many: '# de scans faits ici ne sont pas arrivés au serveur. Ils attendent dans un fichier que seul le serveur peut ouvrir.',
        other:
          '# scans faits ici ne sont pas arrivés au serveur. Ils attendent dans un fichier que seul le serveur peut ouvrir.',
      }),
    how: 'Enregistrez le fichier et remettez-le à l’organisateur. L’importer deux fois est sans danger.',
    save: 'Enregistrer les scans',
    saved: 'Enregistré. Les scans restent aussi sur cet appareil.',
    failed: 'Le fichier n’a pas pu être créé. N’effacez pas les données de ce navigateur et prévenez l’organisateur.',
  },
  ar: {
    waiting: (scans) =>
      ar(scans, {
        zero: 'وصلت كل عمليات المسح إلى الخادم.',
        one: 'عملية مسح واحدة لم تصل إلى الخادم. هي محفوظة في ملف لا يفتحه إلا الخادم.',
        two: 'عمليتا مسح لم تصلا إلى الخادم. هما محفوظتان في ملف لا يفتحه إلا الخادم.',
        few: '# عمليات مسح لم تصل إلى الخادم. هي محفوظة في ملف لا يفتحه إلا الخادم.',
        many: '# عملية مسح لم تصل إلى الخادم. هي محفوظة في ملف لا يفتحه إلا الخادم.',
        other: '# عملية مسح لم تصل إلى الخادم. هي محفوظة في ملف لا يفتحه إلا الخادم.',
      }),
    how: 'احفظ الملف وسلّمه إلى المنظّم. استيراده مرتين لا يضرّ.',
    save: 'حفظ عمليات المسح',
    saved: 'تم الحفظ. تبقى عمليات المسح على هذا الجهاز أيضًا.',
    failed: 'تعذّر إنشاء الملف. لا تحذف بيانات هذا المتصفح وأبلغ المنظّم.',
  },
};
