/** Finds leads by what people remember of them: every word must occur in name, company, role, email, tags, notes or number. */
import type { ShownLead } from './leads.ts';

const accents = /\p{M}/gu;
const plain = (text: string): string => text.normalize('NFKD').replace(accents, '').toLowerCase();

export function searchLeads(leads: readonly ShownLead[], text: string): readonly ShownLead[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return leads;
  return leads.filter(({ badge, person, lead }) => {
    const notes = lead.notes.map((note) => note.text);
    const tags = lead.tags.map(({ tag }) => tag);
    const said = [person.name, person.company, person.role, person.email, badge, ...tags, ...notes];
    const searched = plain(said.filter((part) => part !== null).join('\n'));
    return words.every((word) => searched.includes(word));
  });
}
