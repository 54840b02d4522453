/** LE1–LE4: an exhibitor's device pushes edits of its own exhibitor's leads, about badges of its event, and of nothing else. */
import { ok } from '#shared/base/result.ts';
import { leadEditKinds, leadEditValue } from '#shared/leads/edit.ts';
import { leadEdits, leadEditsMax } from '#shared/modules/events/lead.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import { ownDevice } from '../device-ownership.ts';
import { visitorAt } from './photos/find-photo.ts';

export const leadEditRule: CollectionRule = {
  collection: leadEdits.name,
  async before({ op, values }, tx, { actor }) {
    if (op !== 'create') return refuseWith('field_fixed', { message: 'An edit is never changed and never erased.' });
    const own = await ownDevice(tx, actor, values, values['device']);
    if (!own.ok) return own;
    if (actor.kiosk && values['exhibitor'] !== actor.kiosk.exhibitor)
      return refuseWith('not_yours', { path: 'exhibitor' });
    const kind = leadEditKinds.find((one) => one === values['kind']);
    if (kind === undefined) return refuseWith('lead_edit_invalid', { path: 'kind' });
    const value = leadEditValue(kind, values['value']);
    if (!value.ok) return value;
    const { badge, event, exhibitor } = values;
    const registration = await tx.findOne(registrations, { badgeCode: String(badge) });
    if (registration === null || registration.event !== event) return refuseWith('badge_unknown', { path: 'badge' });
    if ((await tx.count(leadEdits, where({ exhibitor, badge }))) >= leadEditsMax) return refuseWith('lead_full');
    if (kind === 'photo') {
      const visitor = await visitorAt(tx, { event: registration.event, exhibitor: String(exhibitor) }, String(badge));
      if (!visitor?.shares) return refuseWith('contact_not_shared', { path: 'badge' });
    }
    return ok({ ...values, value: value.value, registration: registration.id });
  },
};
