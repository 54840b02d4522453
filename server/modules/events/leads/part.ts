/** Leads of exhibitors: edits that devices push, the leads that follow from them, members' links, consent. */

import { exhibitorMembers } from '#shared/modules/events/exhibitor.ts';
import { leadEdits, leads } from '#shared/modules/events/lead.ts';
import type { Part } from '../part.ts';
import { copyLeadsToCrmAction, followCrmCopies } from './copy-to-crm.ts';
import {
  inviteExhibitorMemberAction,
  revokeExhibitorMemberAction,
  setContactSharingAction,
  updateExhibitorAction,
} from './exhibitor-actions.ts';
import { captureLeadAction, leadHistoryAction, listLeadsAction, updateLeadAction } from './lead-actions.ts';
import { leadEditRule } from './lead-edit-rule.ts';
import { followLeadEdits, followVisitors } from './lead-followers.ts';
import { personalOfLeads } from './personal.ts';
import { erasePhotos } from './photos/erase-photos.ts';
import { keepLeadPhotoAction, leadPhotoAction } from './photos/photo-actions.ts';
import { exhibitorRule, followRemovedExhibitors } from './removed-exhibitor.ts';

export const leadsPart: Part = {
  name: 'leads',
  needs: ['event', 'registration', 'type-features', 'networking', 'checkin'],
  personal: personalOfLeads,
  make: (ports) => ({
    collections: [exhibitorMembers, leadEdits, leads],
    actions: [
      captureLeadAction,
      updateLeadAction,
      listLeadsAction,
      leadHistoryAction,
      updateExhibitorAction,
      inviteExhibitorMemberAction(ports),
      revokeExhibitorMemberAction,
      setContactSharingAction,
      copyLeadsToCrmAction,
      ...(ports.leadPhotos ? [keepLeadPhotoAction(ports.leadPhotos), leadPhotoAction(ports.leadPhotos)] : []),
    ],
    rules: [leadEditRule, exhibitorRule],
    followers: [
      followLeadEdits,
      followVisitors,
      followCrmCopies,
      followRemovedExhibitors(ports),
      ...(ports.leadPhotos ? [erasePhotos(ports.leadPhotos)] : []),
    ],
  }),
};
