/** The personal data that this part stores. */
import { exhibitorMembers } from '#shared/modules/events/exhibitor.ts';
import { leadEdits, leads } from '#shared/modules/events/lead.ts';
import type { PersonalData } from '../personal-data.ts';

export const personalOfLeads: readonly PersonalData[] = [
  {
    collection: leads,
    by: ['registration'],
    // The exhibitor’s assessment of a visitor belongs to the exhibitor.
    without: ['rating', 'followUp', 'tags', 'notes', 'quality', 'tier', 'edits', 'state'],
  },
  { collection: leadEdits, withheld: 'notes of an exhibitor; the lead is there' },
  { collection: exhibitorMembers, withheld: 'people of an exhibitor, not attendees' },
];
