/** The fields of a profile that a person fills in. */
import type { optInField } from '#shared/modules/events/networking.ts';
import type { profileInput } from '#shared/modules/events/networking-actions.ts';

export type ProfileField = Exclude<(typeof profileInput)[number], typeof optInField>;
export type ProfileFieldName = ProfileField['name'];
