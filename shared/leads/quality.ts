/** The quality of a lead (events.md 6), the same at the exhibitor's device and on the server. */

export interface QualityFacts {
  readonly dwellSeconds: number;
  readonly questionsAsked: number;
  readonly literatureTaken: number;
  readonly demoScheduled: boolean;
  readonly businessCardScanned: boolean;
}

export const leadTiers = ['hot', 'warm', 'cold'] as const;
export type LeadTier = (typeof leadTiers)[number];

/** Most points of each part. */
export const qualityParts = { dwell: 30, questions: 20, literature: 10, demo: 25, card: 15 } as const;

/** Amounts that count in full. */
const full = { dwellSeconds: 600, questions: 4, literature: 2 } as const;

/** Returns the points of each part of the quality, not rounded. */
export function qualityBy(facts: QualityFacts): Readonly<Record<keyof typeof qualityParts, number>> {
  const share = (value: number, of: number) => Math.min(Math.max(value, 0) / of, 1);
  return {
    dwell: qualityParts.dwell * share(facts.dwellSeconds, full.dwellSeconds),
    questions: qualityParts.questions * share(facts.questionsAsked, full.questions),
    literature: qualityParts.literature * share(facts.literatureTaken, full.literature),
    demo: facts.demoScheduled ? qualityParts.demo : 0,
    card: facts.businessCardScanned ? qualityParts.card : 0,
  };
}

/** @returns 0 to 100, half points rounded up */
export function leadQuality(facts: QualityFacts): number {
  return Math.floor(Object.values(qualityBy(facts)).reduce((sum, part) => sum + part, 0) + 0.5);
}

export function tierOf(quality: number): LeadTier {
  if (quality >= 70) return 'hot';
  return quality >= 40 ? 'warm' : 'cold';
}
