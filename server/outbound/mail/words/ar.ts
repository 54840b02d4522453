/** The sentences of the mails in Arabic. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('ar');

export const ar: LetterTexts = {
  colon: ': ',
  greeting: (name) => `مرحبًا ${name}،`,
  confirmed: {
    subject: (event) => `تذكرتك: ${event}`,
    opening: (event) => `تم تأكيد تسجيلك في «${event}».`,
    page: 'يُرجى فتح صفحة التذكرة على الهاتف وإظهار الرمز عند البوابة. يتجدد الرمز تلقائيًا، حتى من دون شبكة بعد فتح الصفحة أول مرة.',
    picture: (minutes) =>
      count(minutes, {
        zero: 'رمز QR المرفق صالح نحو # دقيقة فقط، وبعدها تُستخدم صفحة التذكرة.',
        one: 'رمز QR المرفق صالح نحو دقيقة واحدة فقط، وبعدها تُستخدم صفحة التذكرة.',
        two: 'رمز QR المرفق صالح نحو دقيقتين فقط، وبعدها تُستخدم صفحة التذكرة.',
        few: 'رمز QR المرفق صالح نحو # دقائق فقط، وبعدها تُستخدم صفحة التذكرة.',
        many: 'رمز QR المرفق صالح نحو # دقيقة فقط، وبعدها تُستخدم صفحة التذكرة.',
        other: 'رمز QR المرفق صالح نحو # دقيقة فقط، وبعدها تُستخدم صفحة التذكرة.',
      }),
    closing: 'يُرجى عدم مشاركة الرابط: من يملكه يستطيع استخدام تذكرتك.',
  },
  cancelled: {
    subject: (event) => `إلغاء: ${event}`,
    opening: () => 'أُلغي تسجيلك ولم تعد التذكرة صالحة.',
    refund: (sum) => `سيُرد إليك ${sum} بطريقة الدفع نفسها.`,
    closing: 'إذا لم تكن تتوقع ذلك، فيُرجى مراسلة المنظّم.',
  },
  labels: {
    ticket: 'التذكرة',
    number: 'الرقم',
    begins: 'البداية',
    ends: 'النهاية',
    where: 'المكان',
    open: 'فتح تذكرتي',
  },
  qrCode: 'رمز QR للتذكرة',
  yourTicket: 'تذكرتك',
};
