/** `events.preview_letter`: an email with example values, in the event's words or in ones to try. */
import { chooseLanguage } from '#shared/base/languages.ts';
import { ok } from '#shared/base/result.ts';
import { previewLetter } from '#shared/modules/events/message-actions.ts';
import { action } from '../../../core/collections/action.ts';
import { organizerName } from '../organization/organizer.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { wordProblems } from './check-words.ts';
import { sampleLetter } from './sample-letter.ts';

export function previewLetterAction(ports: EventsPorts) {
  return action(previewLetter, async (reader, { body, eventId, language, subject, template }, { clock }) => {
    const event = await eventOf(reader, eventId);
    if (!event.ok) return event;
    const [problem, ...more] = wordProblems(template, { subject, body }, '');
    if (problem) return { ok: false, errors: [problem, ...more] };
    const setting = { language: chooseLanguage(language ?? null, ''), nowMs: clock(), pagesUrl: ports.pagesUrl };
    const letter = sampleLetter(event.value, template, setting);
    const own = { subject: subject ?? letter.own?.subject ?? null, body: body ?? letter.own?.body ?? null };
    const organizer = { name: await organizerName(reader, event.value), logo: null };
    return ok({ ...ports.showLetter({ ...letter, own, organizer }) });
  });
}
