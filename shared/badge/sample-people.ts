/** Invented people whose badges show what a layout does with real names: short, very long, other scripts, emoji. */
import type { BadgeContent } from './badge-content.ts';

export interface SamplePerson {
  readonly id: string;
  readonly label: string;
  readonly content: BadgeContent;
}

const base = {
  ticketType: null,
  ticketTypeName: 'Speaker',
  eventName: 'Open Doors Conference',
  badgeCode: '4F2A9C01D7B3E8605A1F',
  answers: {},
} as const;

export const samplePeople: readonly SamplePerson[] = [
  {
    id: 'short',
    label: 'Short name',
    content: { ...base, name: 'Ada Li', company: 'Nordwind Robotics', role: 'Head of Operations' },
  },
  {
    id: 'long',
    label: 'Very long, double-barrelled',
    content: {
      ...base,
      name: 'Dr. Maximiliane-Alexandra Freifrau von Hohenstein-Waldegg-Leuchtenberg',
      company: 'Gesellschaft für angewandte Grundlagenforschung mbH',
      role: 'Leiterin der Öffentlichkeitsarbeit',
    },
  },
  {
    id: 'cjk',
    label: 'Chinese',
    content: { ...base, name: '欧阳慕容 雪霏', company: '北京机器人技术有限公司', role: '首席工程师' },
  },
  {
    id: 'arabic',
    label: 'Arabic',
    content: { ...base, name: 'عبد الرحمن بن محمد الأنصاري', company: 'شركة النور للتقنية', role: 'مدير المشاريع' },
  },
  {
    id: 'emoji',
    label: 'Emoji',
    content: { ...base, name: 'Zoë 👩🏽‍🚀 Sky-Łukasiewicz', company: '🚀 Rocket & Söhne', role: 'Maker 🛠️' },
  },
];

/**
 * The sample as a guest of this event, with an answer to each of its questions (ids). The badge shows the elements of
 * `ticketType`; null: the sample keeps its own.
 */
export function sampleAt(
  content: BadgeContent,
  event: {
    readonly name: string;
    readonly ticketType: { readonly key: string; readonly name: string } | null;
    readonly questions: readonly string[];
  },
): BadgeContent {
  const { name, ticketType, questions } = event;
  return {
    ...content,
    eventName: name,
    ...(ticketType && { ticketType: ticketType.key, ticketTypeName: ticketType.name }),
    answers: Object.fromEntries(questions.map((question) => [question, 'Vegetarian, no nuts'])),
  };
}
