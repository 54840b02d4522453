/** Actions that depend on the money of a tenant find out before their transaction whether it is a sandbox. */
import type { ActionContext } from '../../core/collections/action.ts';
import type { EventsPorts } from './ports.ts';

export function asksSandbox({ payments }: Pick<EventsPorts, 'payments'>) {
  return (_input: unknown, { actor }: ActionContext): Promise<boolean> => payments.isSandbox(actor.tenant);
}
