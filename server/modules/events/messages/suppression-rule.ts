/** One address is on the list once, however it is written. */
import { ok } from '#shared/base/result.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import { emailKey } from '../registration/registration-rule.ts';

export const suppressionRule: CollectionRule = {
  collection: 'mail_suppressions',
  async before({ values }) {
    const email = values['email'];
    return ok(typeof email === 'string' ? { ...values, emailKey: emailKey(email) } : values);
  },
};
