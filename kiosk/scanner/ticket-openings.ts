/**
 * The characters with which ticket texts begin: enough to distinguish a ticket, before anything is parsed, from a name
 * typed into a search field or a poster in the picture. The format itself is `#shared/ticket`'s. Used by the wedge (to
 * recognize a scan) and the camera (to choose among several codes in one picture).
 */

/** The interface's JSON ticket, and the compact spelling printed for scanners (`GATE1:` + Base45). */
export const TICKET_OPENINGS: readonly string[] = ['{"type":"event_ticket"', 'GATE1:'];

/** A JSON object, with at most one space after its brace: other issuers put another member first. No name begins like this. */
const JSON_OPENING = /^\{ ?"/;

/** @returns whether `text` begins as one of `openings`, or as a JSON object with at most one space after its brace */
export function opensLikeTicket(text: string, openings: readonly string[] = TICKET_OPENINGS): boolean {
  return JSON_OPENING.test(text) || openings.some((opening) => text.startsWith(opening));
}
