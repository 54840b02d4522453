/** Industries and the sectors they belong to. What a person does not name is read from their own words. */
import { hasWords, norm } from './norm.ts';

/** Sector → its industries, normalized. An industry counts for the first sector that lists it. */
export const sectors: Readonly<Record<string, readonly string[]>> = {
  technology: [
    ...['technology', 'software', 'saas', 'artificial intelligence', 'ai', 'cybersecurity', 'cloud', 'hardware'],
    ...['semiconductors', 'telecommunications', 'robotics', 'gaming'],
  ],
  finance: ['finance', 'financial services', 'banking', 'fintech', 'insurance', 'venture capital', 'accounting'],
  health: ['health', 'healthcare', 'biotech', 'biotechnology', 'pharma', 'pharmaceuticals', 'medtech'],
  energy: ['energy', 'renewables', 'cleantech', 'climate tech', 'utilities', 'oil and gas'],
  industry: ['manufacturing', 'automotive', 'aerospace', 'chemicals', 'construction', 'engineering services'],
  commerce: ['retail', 'e commerce', 'ecommerce', 'consumer goods', 'wholesale', 'fashion'],
  media: ['media', 'marketing', 'advertising', 'publishing', 'entertainment', 'film', 'music'],
  education: ['education', 'edtech', 'research', 'higher education'],
  mobility: ['logistics', 'transport', 'transportation', 'mobility', 'shipping', 'aviation'],
  hospitality: ['hospitality', 'travel', 'tourism', 'food', 'restaurants', 'events'],
  property: ['real estate', 'proptech', 'architecture'],
  agriculture: ['agriculture', 'agritech', 'farming'],
  public: ['government', 'public sector', 'non profit', 'nonprofit', 'defense'],
  services: ['consulting', 'legal', 'human resources', 'recruiting'],
};

const sectorByIndustry = new Map<string, string>();
for (const [sector, industries] of Object.entries(sectors))
  for (const industry of industries) if (!sectorByIndustry.has(industry)) sectorByIndustry.set(industry, sector);

export interface Industry {
  /** Normalized. */
  readonly key: string;
  /** Name as it is shown. */
  readonly name: string;
  /** Null: not in the list of industries. */
  readonly sector: string | null;
}

interface IndustryWords {
  readonly industry?: string | null | undefined;
  readonly headline?: string | null | undefined;
  readonly company?: string | null | undefined;
  readonly bio?: string | null | undefined;
}

/** Returns the industry that the person names; else the one that headline, company and bio name most often; else null. */
export function industryOf({ bio, company, headline, industry }: IndustryWords): Industry | null {
  const key = norm(industry ?? '');
  if (key !== '') return { key, name: (industry ?? '').trim(), sector: sectorByIndustry.get(key) ?? null };
  const texts = [headline, company, bio].map((text) => norm(text ?? ''));
  let best: Industry | null = null;
  let most = 0;
  for (const [name, sector] of sectorByIndustry) {
    const hits = texts.filter((text) => hasWords(text, name)).length;
    if (hits <= most) continue;
    most = hits;
    best = { key: name, name: name.charAt(0).toUpperCase() + name.slice(1), sector };
  }
  return best;
}

/** 1 for the same industry, .5 for the same sector, 0 otherwise or if either is unknown. */
export function industryScore(a: Industry | null, b: Industry | null): number {
  if (!a || !b) return 0;
  if (a.key === b.key) return 1;
  return a.sector !== null && a.sector === b.sector ? 0.5 : 0;
}
