/** The sentences of reasons in every language of the pages. The API answers in English. */
import type { Language } from '../base/languages.ts';
import { countIn } from '../base/plural.ts';

const share = countIn('en');

export interface ReasonWords {
  readonly theyOffer: (name: string, items: string) => string;
  readonly youOffer: (name: string, items: string) => string;
  readonly both: (name: string, theirs: string, yours: string) => string;
  readonly roles: (yours: string, theirs: string) => string;
  readonly interests: (count: number, items: string) => string;
  readonly skills: (count: number, items: string) => string;
  readonly industry: (name: string) => string;
  readonly semantic: (percent: number) => string;
}

export const reasonWords: Readonly<Record<Language, ReasonWords>> = {
  en: {
    theyOffer: (name, items) => `${name} offers ${items} that you are looking for`,
    youOffer: (name, items) => `You offer ${items} that ${name} is looking for`,
    both: (name, theirs, yours) =>
      `${name} offers ${theirs} that you are looking for; you offer ${yours} that ${name} is looking for`,
    roles: (yours, theirs) => `${yours} and ${theirs} are complementary roles`,
    interests: (count, items) =>
      `${share(count, { one: 'You share # interest', other: 'You share # interests' })}: ${items}`,
    skills: (count, items) => `${share(count, { one: 'You share # skill', other: 'You share # skills' })}: ${items}`,
    industry: (name) => `You both work in ${name}`,
    semantic: (percent) => `Your profiles are closely related (${percent}%)`,
  },
  de: {
    theyOffer: (name, items) => `${name} bietet, was Sie suchen: ${items}`,
    youOffer: (name, items) => `Sie bieten, was ${name} sucht: ${items}`,
    both: (name, theirs, yours) => `${name} bietet, was Sie suchen: ${theirs}; Sie bieten, was ${name} sucht: ${yours}`,
    roles: (yours, theirs) => `${yours} und ${theirs} ergänzen sich`,
    interests: (count, items) => `Gemeinsame Interessen (${count}): ${items}`,
    skills: (count, items) => `Gemeinsame Fähigkeiten (${count}): ${items}`,
    industry: (name) => `Sie arbeiten in derselben Branche: ${name}`,
    semantic: (percent) => `Ihre Profile sind eng verwandt (${percent} %)`,
  },
  es: {
    theyOffer: (name, items) => `${name} ofrece lo que usted busca: ${items}`,
    youOffer: (name, items) => `Usted ofrece lo que busca ${name}: ${items}`,
    both: (name, theirs, yours) =>
      `${name} ofrece lo que usted busca: ${theirs}; usted ofrece lo que busca ${name}: ${yours}`,
    roles: (yours, theirs) => `${yours} y ${theirs} son funciones complementarias`,
    interests: (count, items) => `Intereses en común (${count}): ${items}`,
    skills: (count, items) => `Habilidades en común (${count}): ${items}`,
    industry: (name) => `Trabajan en el mismo sector: ${name}`,
    semantic: (percent) => `Sus perfiles están muy relacionados (${percent} %)`,
  },
  fr: {
    theyOffer: (name, items) => `${name} propose ce que vous cherchez : ${items}`,
    youOffer: (name, items) => `Vous proposez ce que cherche ${name} : ${items}`,
    both: (name, theirs, yours) =>
      `${name} propose ce que vous cherchez : ${theirs} ; vous proposez ce que cherche ${name} : ${yours}`,
    roles: (yours, theirs) => `${yours} et ${theirs} sont des fonctions complémentaires`,
    interests: (count, items) => `Centres d’intérêt communs (${count}) : ${items}`,
    skills: (count, items) => `Compétences communes (${count}) : ${items}`,
    industry: (name) => `Vous travaillez dans le même secteur : ${name}`,
    semantic: (percent) => `Vos profils sont très proches (${percent} %)`,
  },
  ar: {
    theyOffer: (name, items) => `يقدم ${name} ما تبحث عنه: ${items}`,
    youOffer: (name, items) => `تقدم ما يبحث عنه ${name}: ${items}`,
    both: (name, theirs, yours) => `يقدم ${name} ما تبحث عنه: ${theirs}؛ وتقدم ما يبحث عنه ${name}: ${yours}`,
    roles: (yours, theirs) => `الدوران ${yours} و${theirs} متكاملان`,
    interests: (count, items) => `الاهتمامات المشتركة (${count}): ${items}`,
    skills: (count, items) => `المهارات المشتركة (${count}): ${items}`,
    industry: (name) => `تعملان في القطاع نفسه: ${name}`,
    semantic: (percent) => `ملفاكما متقاربان جدًا (${percent}%)`,
  },
};
