/** The texts of the last page of an attendee: every language has all of them. */
import type { AttendeeWords } from '../../attendee-page/attendee-page.ts';

export interface MoreWords extends AttendeeWords {
  readonly messages: string;
  readonly noMessages: string;
  /** Shown where the browser offers to install the page. */
  readonly install: { readonly title: string; readonly text: string; readonly button: string };
  readonly cancel: string;
  readonly cancelled: string;
  /** Text where the person cannot cancel, for example after check-in or after the event. */
  readonly askOrganizer: string;
  readonly known: {
    readonly title: string;
    readonly text: string;
    readonly name: string;
    readonly email: string;
    readonly company: string;
    readonly role: string;
    readonly ticket: string;
    readonly registeredAt: string;
    readonly checkedInAt: string;
    readonly save: string;
  };
}
