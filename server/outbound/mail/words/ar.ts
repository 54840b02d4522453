/** The sentences of the mails in Arabic. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('ar');

export const ar: LetterTexts = {
  colon: ': ',
  greeting: (name) => `مرحبًا ${name}،`,
  ticketConfirmed: {
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
  registrationCancelled: {
    subject: (event) => `إلغاء: ${event}`,
    opening: () => 'أُلغي تسجيلك ولم تعد التذكرة صالحة.',
    refund: (sum) => `سيُرد إليك ${sum} بطريقة الدفع نفسها.`,
    closing: 'إذا لم تكن تتوقع ذلك، فيُرجى مراسلة المنظّم.',
  },
  ticketTransferred: {
    subject: (event) => `نُقلت تذكرتك: ${event}`,
    opening: (event) => `أصبحت تذكرتك لفعالية «${event}» لشخص آخر، ولم يعد رمزك السابق صالحًا.`,
    closing: 'إذا لم تكن تتوقع ذلك، فيُرجى مراسلة المنظّم.',
  },
  orderReceived: {
    subject: (event) => `يُرجى دفع قيمة طلبك: ${event}`,
    opening: (order, event) => `استلمنا طلبك ${order} لفعالية «${event}»، ولم تُدفع قيمته بعد.`,
    pay: (sum) => `يُرجى دفع ${sum}. ستصلك التذاكر بالبريد الإلكتروني فور وصول المبلغ.`,
    payUntil: (sum, time) =>
      `يُرجى دفع ${sum} قبل ${time}، وبعد ذلك تُتاح الأماكن لغيرك. ستصلك التذاكر بالبريد الإلكتروني فور وصول المبلغ.`,
    bank: (order) => `للتحويل المصرفي استخدم هذا الحساب واكتب ${order} في خانة المرجع:`,
    closing: 'يمكنك من صفحة طلبك الدفع أو تعديل بياناتك أو الإلغاء في أي وقت.',
  },
  orderPaid: {
    subject: (event) => `إيصال طلبك: ${event}`,
    opening: (order, event) => `شكرًا لك. اكتمل طلبك ${order} لفعالية «${event}».`,
    tickets: 'هذه تذاكر هذا الطلب، ويستلم كل شخص تذكرته بالبريد الإلكتروني أيضًا.',
    closing: 'يُرجى عدم مشاركة الروابط: من يملك رابطًا يستطيع استخدام التذكرة.',
  },
  refundSent: {
    subject: (event) => `المبلغ المسترد في الطريق إليك: ${event}`,
    opening: (sum, event) => `رددنا إليك ${sum} عن فعالية «${event}» بطريقة الدفع نفسها.`,
    closing: 'قد يستغرق ظهوره لدى مصرفك عشرة أيام.',
  },
  refundFailed: {
    subject: (event) => `تأخر رد المبلغ: ${event}`,
    opening: (sum, event) => `تعذّر رد مبلغ ${sum} عن فعالية «${event}».`,
    closing: 'المنظّم على علم بذلك وسيتواصل معك. لا يلزمك فعل شيء الآن.',
  },
  eventCancelled: {
    subject: (event) => `أُلغيت الفعالية: ${event}`,
    opening: (event) => `ألغى المنظّم فعالية «${event}». انتهى تسجيلك ولم تعد التذكرة صالحة.`,
    refund: (sum) => `سيُرد إليك كامل المبلغ ${sum} بطريقة الدفع نفسها.`,
    closing: 'إذا كانت لديك أسئلة، فيُرجى مراسلة المنظّم.',
  },
  waitlistOffer: {
    subject: (event) => `يوجد مكان شاغر لك: ${event}`,
    opening: (event) => `حان دورك في قائمة انتظار «${event}»، وحُجز مكان لك.`,
    until: (time) => `يُرجى قبوله قبل ${time}، وبعد ذلك يُعرض على الشخص التالي.`,
    closing: 'إذا لم تعد بحاجة إلى المكان، فلا يلزمك فعل شيء.',
  },
  message: {
    closing: (event) => `تصلك هذه الرسالة لأنك مسجّل في «${event}».`,
    unsubscribe: 'إيقاف رسائل المنظّم',
  },
  labels: {
    ticket: 'التذكرة',
    number: 'الرقم',
    begins: 'البداية',
    ends: 'النهاية',
    where: 'المكان',
    open: 'فتح تذكرتي',
    order: 'الطلب',
    total: 'المجموع',
    openOrder: 'فتح طلبي',
    openOffer: 'قبول المكان',
  },
  qrCode: 'رمز QR للتذكرة',
  yourTicket: 'تذكرتك',
};
