/** Concepts and the words that stand for them: what the lexical provider knows of meaning. Organizers add their own. */
import { norm } from './norm.ts';

/** Maximum length of a term in words; longer ones are not looked for. */
const longestTerm = 4;

export const usualConcepts: Readonly<Record<string, readonly string[]>> = {
  'artificial intelligence': [
    'ai',
    'machine learning',
    'ml',
    'deep learning',
    'neural networks',
    'llm',
    'genai',
    'nlp',
  ],
  'data science': ['analytics', 'big data', 'statistics', 'data engineering', 'business intelligence'],
  'software development': ['backend', 'frontend', 'full stack', 'programming', 'coding', 'software engineering'],
  'cloud computing': ['cloud', 'devops', 'kubernetes', 'infrastructure', 'sre', 'aws', 'azure'],
  security: ['cybersecurity', 'infosec', 'privacy', 'encryption', 'zero trust'],
  blockchain: ['crypto', 'web3', 'defi', 'bitcoin', 'ethereum'],
  design: ['ux', 'ui', 'user experience', 'user research', 'product design', 'service design'],
  'product management': ['product manager', 'product owner', 'roadmap', 'product strategy'],
  funding: ['seed funding', 'investment', 'investor', 'investors', 'venture capital', 'vc', 'fundraising', 'series a'],
  'angel investing': ['angel', 'business angel', 'angels', 'pre seed'],
  sales: ['go to market', 'business development', 'b2b sales', 'enterprise customers', 'lead generation', 'clients'],
  marketing: ['growth', 'branding', 'seo', 'content marketing', 'social media', 'advertising', 'pr'],
  hiring: ['recruiting', 'talent', 'recruiter', 'human resources', 'hr', 'job', 'jobs'],
  mentoring: ['mentor', 'mentorship', 'coaching', 'advice', 'advisor', 'advisory'],
  partnership: ['partners', 'partnerships', 'collaboration', 'alliances', 'co founder', 'cofounder'],
  sustainability: ['climate', 'climate tech', 'cleantech', 'renewables', 'carbon', 'esg', 'circular economy'],
  fintech: ['payments', 'banking', 'open banking', 'insurtech', 'lending'],
  health: ['healthcare', 'medtech', 'digital health', 'biotech', 'pharma', 'wellbeing'],
  education: ['edtech', 'learning', 'training', 'teaching'],
  mobility: ['transport', 'logistics', 'supply chain', 'electric vehicles', 'shipping'],
  retail: ['e commerce', 'ecommerce', 'd2c', 'consumer goods', 'marketplace'],
  hardware: ['iot', 'embedded', 'sensors', 'robotics', 'semiconductors', 'internet of things'],
  'open source': ['oss', 'community', 'foss'],
  law: ['legal', 'compliance', 'regulation', 'contracts', 'intellectual property'],
  events: ['conference', 'conferences', 'meetups', 'community building'],
};

/** Words that stand for a concept, normalized, without the first. */
export interface Term {
  readonly rest: readonly string[];
  readonly concept: string;
}

/** The terms of each first word: few words of a text begin one. */
export type Lexicon = ReadonlyMap<string, readonly Term[]>;

/** A concept stands for itself. The first that claims a term has it: concepts of `own` come before the usual ones. */
export function lexiconOf(own: Readonly<Record<string, readonly string[]>> | null): Lexicon {
  const known = new Set<string>();
  const lexicon = new Map<string, Term[]>();
  for (const [concept, terms] of [...Object.entries(own ?? {}), ...Object.entries(usualConcepts)])
    for (const term of [concept, ...terms]) {
      const words = norm(term);
      const [first = '', ...rest] = words.split(' ');
      if (first === '' || rest.length >= longestTerm || known.has(words)) continue;
      known.add(words);
      lexicon.set(first, [...(lexicon.get(first) ?? []), { rest, concept: norm(concept) }]);
    }
  return lexicon;
}
