/** The messages on an attendee's pages for input that the platform refuses: with the label of the field, not its name. */
import type { Language } from '#shared/base/languages.ts';
import type { Refusal } from '#shared/base/result.ts';
import { fill } from '../registration-page/page-words.ts';

/** `{label}` and `{n}` are filled in: the number comes last, so that it needs no plural. */
export interface FieldWords {
  readonly required: string;
  /** Text instead of `required` for a choice among values. */
  readonly choose: string;
  readonly tooLong: string;
  readonly tooShort: string;
  readonly tooSmall: string;
  readonly tooLarge: string;
  readonly tooManyItems: string;
  readonly wrong: string;
  /** Label of one entry of a list. */
  readonly entry: string;
  /** Text for a refusal that belongs to no field of the page. */
  readonly other: string;
}

export const fieldWords: Readonly<Record<Language, FieldWords>> = {
  en: {
    required: 'Please fill in “{label}”.',
    choose: 'Please choose: “{label}”.',
    tooLong: '“{label}” is too long. Characters allowed: {n}.',
    tooShort: '“{label}” is too short. Characters needed: {n}.',
    tooSmall: '“{label}” is too low. Lowest value: {n}.',
    tooLarge: '“{label}” is too high. Highest value: {n}.',
    tooManyItems: '“{label}” has too many entries. Entries allowed: {n}.',
    wrong: 'Please check “{label}”: this value cannot be used.',
    entry: '{label}, entry {n}',
    other: 'Please check what you entered and try again.',
  },
  de: {
    required: 'Bitte füllen Sie „{label}“ aus.',
    choose: 'Bitte wählen Sie aus: „{label}“.',
    tooLong: '„{label}“ ist zu lang. Erlaubte Zeichen: {n}.',
    tooShort: '„{label}“ ist zu kurz. Nötige Zeichen: {n}.',
    tooSmall: '„{label}“ ist zu niedrig. Kleinster Wert: {n}.',
    tooLarge: '„{label}“ ist zu hoch. Größter Wert: {n}.',
    tooManyItems: '„{label}“ hat zu viele Einträge. Erlaubte Einträge: {n}.',
    wrong: 'Bitte prüfen Sie „{label}“: Dieser Wert ist nicht möglich.',
    entry: '{label}, Eintrag {n}',
    other: 'Bitte prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.',
  },
  es: {
    required: 'Rellene «{label}».',
    choose: 'Elija una opción: «{label}».',
    tooLong: '«{label}» es demasiado largo. Caracteres permitidos: {n}.',
    tooShort: '«{label}» es demasiado corto. Caracteres necesarios: {n}.',
    tooSmall: '«{label}» es demasiado bajo. Valor mínimo: {n}.',
    tooLarge: '«{label}» es demasiado alto. Valor máximo: {n}.',
    tooManyItems: '«{label}» tiene demasiados elementos. Elementos permitidos: {n}.',
    wrong: 'Revise «{label}»: este valor no se puede usar.',
    entry: '{label}, elemento {n}',
    other: 'Revise lo que ha escrito e inténtelo de nuevo.',
  },
  fr: {
    required: 'Remplissez « {label} ».',
    choose: 'Faites un choix : « {label} ».',
    tooLong: '« {label} » est trop long. Caractères autorisés : {n}.',
    tooShort: '« {label} » est trop court. Caractères nécessaires : {n}.',
    tooSmall: '« {label} » est trop bas. Valeur minimale : {n}.',
    tooLarge: '« {label} » est trop élevé. Valeur maximale : {n}.',
    tooManyItems: '« {label} » a trop d’éléments. Éléments autorisés : {n}.',
    wrong: 'Vérifiez « {label} » : cette valeur ne peut pas être utilisée.',
    entry: '{label}, élément {n}',
    other: 'Vérifiez ce que vous avez saisi et réessayez.',
  },
  ar: {
    required: 'يُرجى ملء «{label}».',
    choose: 'يُرجى الاختيار: «{label}».',
    tooLong: '«{label}» أطول من المسموح. عدد الأحرف المسموح: {n}.',
    tooShort: '«{label}» أقصر من المطلوب. عدد الأحرف المطلوب: {n}.',
    tooSmall: '«{label}» أقل من المسموح. أدنى قيمة: {n}.',
    tooLarge: '«{label}» أكبر من المسموح. أعلى قيمة: {n}.',
    tooManyItems: '«{label}» يحتوي على عناصر كثيرة. عدد العناصر المسموح: {n}.',
    wrong: 'يُرجى مراجعة «{label}»: لا يمكن استخدام هذه القيمة.',
    entry: '{label}، العنصر {n}',
    other: 'يُرجى مراجعة ما أدخلته والمحاولة مرة أخرى.',
  },
};

/** The sentence of each code of a validation, and the detail that holds its number; other codes of a field: `wrong`. */
const sentences: Readonly<Record<string, readonly [keyof FieldWords, detail: string]>> = {
  required: ['required', ''],
  too_long: ['tooLong', 'maxLength'],
  too_short: ['tooShort', 'minLength'],
  too_small: ['tooSmall', 'min'],
  too_large: ['tooLarge', 'max'],
  too_many_items: ['tooManyItems', 'maxItems'],
};

/** Sentence of the page on one refusal, and the field of the form that it stands at; null: at none. */
export interface Said {
  readonly field: string | null;
  readonly text: string;
}

export interface Saying {
  readonly language: Language;
  /** Language tag for the format of numbers. */
  readonly tag: string;
  /** Labels of the fields of the page's forms, by their names in the input of the action. */
  readonly labels: Readonly<Record<string, string>>;
  /** Names of the fields that are a choice among values. */
  readonly choices?: readonly string[] | undefined;
  /** A time as the page writes it. */
  readonly moment: (time: string) => string;
}

const numberIn = ({ moment, tag }: Saying, value: unknown): string =>
  typeof value === 'number' ? new Intl.NumberFormat(tag).format(value) : typeof value === 'string' ? moment(value) : '';

/**
 * @param refusal of an action that a form of the page stands for
 * @returns a sentence in the language of the page, without the name of the field
 */
export function sayOfField(refusal: Refusal, saying: Saying): Said {
  const { code, detail, message, path = '' } = refusal;
  const words = fieldWords[saying.language];
  const [, field = '', at] = /^(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
  const label = Object.hasOwn(saying.labels, field) ? saying.labels[field] : undefined;
  if (label === undefined)
    // The actions speak English, and name what the person does not know.
    return { field: null, text: path === '' && saying.language === 'en' ? message : words.other };
  const whole = at === undefined ? label : fill(words.entry, { label, n: String(Number(at) + 1) });
  const [known, named] = sentences[code] ?? (['wrong', ''] as const);
  const sentence = known === 'required' && saying.choices?.includes(field) ? 'choose' : known;
  return { field, text: fill(words[sentence], { label: whole, n: numberIn(saying, detail?.[named]) }) };
}
