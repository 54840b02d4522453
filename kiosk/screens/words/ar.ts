import type { Words } from './en.ts';
import { countIn } from './plural.ts';

const count = countIn('ar');

export const ar: Words = {
  common: { close: 'إغلاق', cancel: 'إلغاء', back: 'رجوع', yes: 'نعم', no: 'لا' },
  status: {
    unsent: (scans) =>
      count(scans, {
        zero: 'لا مسح غير مُرسَل',
        one: 'عملية مسح واحدة لم تُرسَل',
        two: 'عمليتا مسح لم تُرسَلا',
        few: '# عمليات مسح لم تُرسَل',
        many: '# عملية مسح لم تُرسَل',
        other: '# عملية مسح لم تُرسَل',
      }),
  },
};
