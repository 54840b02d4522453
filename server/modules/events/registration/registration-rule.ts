/** The rule of generated updates of a registration: one person is known by the address without regard to case. */
import { ok } from '#shared/base/result.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';

export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

export const registrationRule: CollectionRule = {
  collection: 'registrations',
  async before({ values }) {
    const email = values['email'];
    return ok(typeof email === 'string' ? { ...values, emailKey: emailKey(email) } : values);
  },
};
