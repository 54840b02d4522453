/**
 * Says what went wrong with a device on the LAN, as a sentence for people at the venue, with what to do where they can do
 * something.
 */
import { type ReasonGroup, reasonGroup } from '#shared/peers/reason-group.ts';
import type { RefusalReason } from '#shared/peers/session.ts';

const sentences: Readonly<Record<ReasonGroup, string>> = {
  revoked: 'It was revoked, and tried to take part.',
  key: 'Its key is out of date. Connect it to the server once.',
  forged: 'It sent a message that was not genuine. Check which device it is.',
  unlisted: 'It is not in the list of devices. One that was paired just now is in it after the next sync.',
  flood: 'It sent too many or too large messages. Check which device it is.',
  stranger: 'It connected and did not prove to be a device of this event.',
  crowd: 'It found no free connection: too many were open at once.',
  silent: 'It went silent. Check its power and its network.',
  unreadable: 'It sent a message that cannot be read. Update it.',
};

export const whyRefused = (reason: RefusalReason): string => sentences[reasonGroup(reason)];
