/** The texts of the last page in Arabic. */
import type { MoreWords } from './more-words.ts';

export const ar: MoreWords = {
  title: 'المزيد',
  failed: 'لم ينجح ذلك: {reason}',
  messages: 'رسائل المنظّم',
  noMessages: 'ليست لديك رسائل بعد.',
  install: {
    title: 'على الشاشة الرئيسية',
    text: 'تُفتح تذكرتك عندئذ كتطبيق، حتى دون إنترنت.',
    button: 'تثبيت',
  },
  cancel: 'إلغاء تسجيلي',
  cancelled: 'تم إلغاء تسجيلك.',
  askOrganizer: 'لم يعد الإلغاء ممكنًا هنا. يُرجى التواصل مع المنظّم.',
  known: {
    title: 'ما المحفوظ عني',
    text: 'يحتوي الملف على كل ما حفظته هذه الفعالية عنك: الحجوزات واللقاءات والنقاط والأسئلة والرسائل وعمليات الدخول.',
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    company: 'الشركة',
    role: 'الوظيفة',
    ticket: 'التذكرة',
    registeredAt: 'تاريخ التسجيل',
    checkedInAt: 'تاريخ الدخول',
    save: 'حفظ كملف',
  },
};
