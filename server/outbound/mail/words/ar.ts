/** The sentences of the mails in Arabic. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('ar');

export const ar: LetterTexts = {
  refundWays: { same: 'بطريقة الدفع نفسها', transfer: 'بتحويل مصرفي' },
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
    opening: (_event, isMany) =>
      isMany ? 'أُلغيت تسجيلاتك ولم تعد التذاكر صالحة.' : 'أُلغي تسجيلك ولم تعد التذكرة صالحة.',
    refund: (sum, way) => `سيُرد إليك ${sum}${way}.`,
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
    bank: (order) => `للتحويل المصرفي، يُرجى استخدام هذا الحساب وكتابة ${order} في خانة المرجع:`,
    closing: 'يمكنك الدفع من صفحة طلبك في أي وقت.',
  },
  orderPaid: {
    subject: (event) => `إيصال طلبك: ${event}`,
    opening: (order, event) => `شكرًا لك. اكتمل طلبك ${order} لفعالية «${event}».`,
    tickets: 'هذه تذاكر هذا الطلب، ويستلم كل شخص تذكرته بالبريد الإلكتروني أيضًا.',
    closing: 'يُرجى عدم مشاركة الروابط: من يملك رابطًا يستطيع استخدام التذكرة.',
  },
  refundSent: {
    subject: (event) => `المبلغ المسترد في الطريق إليك: ${event}`,
    opening: (sum, event, way) => `رددنا إليك ${sum} عن فعالية «${event}»${way}.`,
    closing: 'قد يستغرق ظهوره في حسابك حتى 10 أيام.',
  },
  refundFailed: {
    subject: (event) => `تأخر رد المبلغ: ${event}`,
    opening: (sum, event) => `تعذّر رد مبلغ ${sum} عن فعالية «${event}».`,
    closing: 'المنظّم على علم بذلك وسيتواصل معك. لا يلزمك فعل شيء الآن.',
  },
  eventCancelled: {
    subject: (event) => `أُلغيت الفعالية: ${event}`,
    opening: (event, isMany) =>
      isMany
        ? `ألغى المنظّم فعالية «${event}». انتهت تسجيلاتك ولم تعد التذاكر صالحة.`
        : `ألغى المنظّم فعالية «${event}». انتهى تسجيلك ولم تعد التذكرة صالحة.`,
    refund: (sum, way) => `سيُرد إليك كامل المبلغ ${sum}${way}.`,
    closing: 'إذا كانت لديك أسئلة، فيُرجى مراسلة المنظّم.',
  },
  waitlistOffer: {
    subject: (event) => `يوجد مكان شاغر لك: ${event}`,
    opening: (event) => `حان دورك في قائمة انتظار «${event}»، وحُجز مكان لك.`,
    until: (time) => `يُرجى قبوله قبل ${time}، وبعد ذلك يُعرض على الشخص التالي.`,
    closing: 'إذا لم تعد بحاجة إلى المكان، فلا يلزمك فعل شيء.',
  },
  sessionPromoted: {
    subject: (session, event) => `لديك مكان: ${session} (${event})`,
    opening: (session) => `شغر مكان: لديك الآن مكان في جلسة «${session}».`,
    closing: 'إذا لم تعد بحاجة إلى المكان، فيُرجى التخلي عنه في صفحة تذكرتك ليذهب إلى الشخص التالي.',
  },
  sessionChanged: {
    subject: (session, event) => `تغيّرت الجلسة: ${session} (${event})`,
    opening: (session) => `تغيّرت جلسة «${session}»، وما زال مكانك محفوظًا. هذه هي الجلسة الآن:`,
    closing: 'إذا لم تعد قادرًا على الحضور، فيُرجى التخلي عن مكانك في صفحة تذكرتك.',
  },
  sessionDisplaced: {
    subject: (session, event) => `نُقلت الجلسة: ${session} (${event})`,
    opening: (session) =>
      `نُقلت جلسة «${session}» إلى وقت لديك فيه شيء آخر. أنت الآن في قائمة انتظارها قبل كل من حجز بعدك.`,
    closing: 'لاستعادة مكانك، ألغِ في صفحة تذكرتك ما لديك في ذلك الوقت.',
  },
  sessionCancelled: {
    subject: (session, event) => `أُلغيت الجلسة: ${session} (${event})`,
    opening: (session) => `لن تُعقد جلسة «${session}». أُلغي حجزك لها، وتذكرتك ما زالت صالحة.`,
    closing: 'يمكنك حجز جلسة أخرى في صفحة تذكرتك.',
  },
  prizeWon: {
    subject: (prize, event) => `لقد فزت في «${event}»: ${prize}`,
    opening: (prize, event) => `لقد فزت في سحب «${prize}» ضمن «${event}».`,
    until: (time) => `يُرجى استلام الجائزة قبل ${time}، وبعد ذلك تنتقل إلى الشخص التالي.`,
    closing: 'يمكن لأي شخص التحقق من السحب في صفحته العامة.',
  },
  meetingProposed: {
    subject: (person, event) => `طلب لقاء من ${person} – ${event}`,
    opening: (person, event) => `يود ${person} لقاءك في «${event}».`,
    until: (time) => `يرجى الرد قبل ${time}. بعد ذلك يصبح الموعد متاحًا من جديد.`,
    closing: 'من صفحة تذكرتك يمكنك القبول أو الرفض أو اقتراح موعد آخر.',
  },
  meetingMoved: {
    subject: (person, event) => `موعد جديد مقترح: ${person} – ${event}`,
    opening: (person, event) => `يقترح ${person} موعدًا آخر للقائكما في «${event}».`,
    until: (time) => `يرجى الرد قبل ${time}. بعد ذلك يصبح الموعد متاحًا من جديد.`,
    closing: 'من صفحة تذكرتك يمكنك القبول أو الرفض أو اقتراح موعد آخر.',
  },
  meetingConfirmed: {
    subject: (person, event) => `لقاؤك مع ${person} – ${event}`,
    opening: (person, event) => `تم تأكيد لقائك مع ${person} في «${event}». مرفق موعد التقويم.`,
    closing: 'إذا تعذّر عليك الحضور، فيرجى إلغاء اللقاء ليتمكن الطرف الآخر من ترتيب وقته.',
  },
  meetingKept: {
    subject: (person, event) => `لقاؤك مع ${person} باقٍ كما اتُّفق عليه – ${event}`,
    opening: (person, event) => `اعتذر ${person} عن الموعد الجديد للقائكما في «${event}».`,
    closing: 'يبقى الموعد المتفق عليه قائمًا.',
  },
  meetingDeclined: {
    subject: (person, event) => `رُفض الاقتراح: ${person} – ${event}`,
    opening: (person, event) => `اعتذر ${person} عن اقتراحك للقاء في «${event}».`,
    closing: 'أصبح الموعد متاحًا من جديد.',
  },
  meetingWithdrawn: {
    subject: (person, event) => `سُحب الاقتراح: ${person} – ${event}`,
    opening: (person, event) => `سحب ${person} اقتراح لقائك في «${event}».`,
    closing: 'لا حاجة إلى الرد. أصبح الموعد متاحًا من جديد.',
  },
  meetingCancelled: {
    subject: (person, event) => `أُلغي اللقاء: ${person} – ${event}`,
    opening: (person, event) => `ألغى ${person} لقاءكما في «${event}».`,
    closing: 'أصبح الموعد متاحًا من جديد.',
  },
  exhibitorInvited: {
    subject: (exhibitor, event) => `صفحة العملاء المحتملين لدى ${exhibitor}: ${event}`,
    opening: (exhibitor, event) =>
      `يمكنك العمل على العملاء المحتملين لدى ${exhibitor} في «${event}»: الاطلاع عليهم وإضافة الملاحظات وتصديرهم.`,
    phone:
      'لمسح بطاقات الأسماء يُرجى فتح الصفحة واختيار «ربط جهاز» ثم مسح رمز QR المعروض بالهاتف. بعد ذلك يعمل المسح دون اتصال بالإنترنت.',
    closing: 'يُرجى عدم مشاركة هذا الرابط: كل من لديه الرابط يمكنه رؤية العملاء المحتملين وتعديلهم.',
  },
  message: {
    closing: (event) => `تصلك هذه الرسالة بسبب تسجيلك في «${event}».`,
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
    session: 'الجلسة',
    openSchedule: 'فتح برنامجي',
    claimPrize: 'استلام الجائزة',
    meetingWith: 'مع',
    table: 'الطاولة',
    booth: 'الجناح',
    openLeads: 'فتح العملاء المحتملين',
  },
  qrCode: 'رمز QR للتذكرة',
  yourTicket: 'رابط تذكرتك موجود في الرسالة التي وصل معها هذا الموعد.',
};
