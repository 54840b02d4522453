/** Actions on the booth of an exhibitor: its questions, its members, and the visitor's choice on sharing contact details. */
import { chooseLanguage } from '#shared/base/languages.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { exhibitorMembers, exhibitors } from '#shared/modules/events/exhibitor.ts';
import {
  inviteExhibitorMember,
  revokeExhibitorMember,
  setContactSharing,
  updateExhibitor,
} from '#shared/modules/events/exhibitor-actions.ts';
import { answerField, type ExportColumn } from '#shared/modules/events/lead-export.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import { attendeeOf } from '../attendee.ts';
import { queueMailAbout } from '../letters/queue-mail.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { checkExhibits } from '../records.ts';
import { actsFor } from './whose.ts';

/** People of one exhibitor with a link at once. */
const membersMax = 200;

/** A file with two columns of one name is ambiguous to the program that imports it. */
function checkColumns(columns: readonly ExportColumn[], questions: ReadonlySet<string>): Result<null> {
  const headers = columns.map(({ header }) => header.trim().toLowerCase());
  if (new Set(headers).size < headers.length) return refuseWith('duplicate_export_column', { path: 'exportColumns' });
  const isAnswerless = ({ field, question }: ExportColumn) => field === answerField && !questions.has(question ?? '');
  return columns.some(isAnswerless) ? refuseWith('export_question_missing', { path: 'exportColumns' }) : ok(null);
}

export const updateExhibitorAction = action(updateExhibitor, async (tx, input, { actor }) => {
  const who = await actsFor(tx, input, actor);
  if (!who.ok) return who;
  const { asksConsent, booth, contactEmail, contactName, exportColumns, name, questions, removed } = input;
  const { exhibitor, member } = who.value;
  // Whether it exhibits, under which name and where, is the organizer's word.
  const organizers = { name, booth, removed };
  const path = Object.keys(organizers).find((one) => (organizers[one as keyof typeof organizers] ?? null) !== null);
  if (member && path !== undefined) return refuseWith('exhibitor_scope', { path });
  const keys = (questions ?? []).map(({ key }) => key);
  if (new Set(keys).size < keys.length) return refuseWith('duplicate_question_key', { path: 'questions' });
  const columns = checkColumns(
    exportColumns ?? [],
    new Set((questions ?? exhibitor.questions ?? []).map(({ key }) => key)),
  );
  if (!columns.ok) return columns;
  // An input that was left out is null: what stands there stays.
  const said = Object.entries({ booth, contactEmail, contactName, exportColumns, name, questions }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const patch = {
    ...Object.fromEntries(said),
    ...(typeof asksConsent === 'boolean' && { asksConsent }),
    ...(removed === false && { removedAt: null }),
    ...(removed === true && { removedAt: exhibitor.removedAt ?? tx.now }),
  };
  return ok(await tx.update(exhibitors, exhibitor.id, patch));
});

export const inviteExhibitorMemberAction = (ports: Pick<EventsPorts, 'pagesUrl' | 'randomBytes'>) =>
  action(inviteExhibitorMember, async (tx, input, { actor }) => {
    const who = await actsFor(tx, input, actor);
    if (!who.ok) return who;
    const { exhibitor } = who.value;
    const exhibiting = checkExhibits(exhibitor);
    if (!exhibiting.ok) return exhibiting;
    const email = input.email.toLowerCase();
    // A new link would close the page that the person is using.
    if (who.value.member?.email === email) return refuseWith('own_link', { path: 'email' });
    const known = await tx.findOne(exhibitorMembers, { exhibitor: exhibitor.id, revokedAt: null, email });
    const withLink = where({ exhibitor: exhibitor.id, revokedAt: null });
    if (!known && (await tx.count(exhibitorMembers, withLink)) >= membersMax) return refuseWith('too_many_members');
    const accepted = actor.acceptLanguage === undefined ? null : chooseLanguage(null, actor.acceptLanguage);
    const pageSecret = makePageSecret(actor.tenant, ports.randomBytes(pageSecretRandomBytes));
    const invited = {
      ...{ name: input.name ?? known?.name ?? null, language: input.language ?? accepted ?? known?.language ?? null },
      ...{ pageSecret, invitedAt: tx.now },
    };
    // Invited again: the link before opens nothing any more.
    const { id, name } = known
      ? await tx.update(exhibitorMembers, known.id, invited)
      : await tx.create(exhibitorMembers, {
          ...{ event: exhibitor.event, exhibitor: exhibitor.id, email, ...invited, revokedAt: null },
        });
    const about = { exhibitorMember: id, recipient: email, recipientName: name ?? email };
    await queueMailAbout(tx, about, 'exhibitor_invited');
    return ok({ id, exhibitorId: exhibitor.id, email, name, link: `${ports.pagesUrl}/x/${pageSecret}` });
  });

export const revokeExhibitorMemberAction = action(revokeExhibitorMember, async (tx, input, { actor }) => {
  const who = await actsFor(tx, input, actor);
  if (!who.ok) return who;
  const member = await tx.get(exhibitorMembers, input.memberId);
  if (member?.exhibitor !== who.value.exhibitor.id)
    return refuseWith('exhibitor_member_not_found', { path: 'memberId' });
  return ok(member.revokedAt === null ? await tx.update(exhibitorMembers, member.id, { revokedAt: tx.now }) : member);
});

/** The leads of this person follow in all booths (`lead-followers.ts`). */
export const setContactSharingAction = action(setContactSharing, async (tx, input, { actor }) => {
  const found = await attendeeOf(tx, input, actor);
  if (!found.ok) return found;
  const { id } = found.value;
  const patch = { contactSharing: input.sharing, contactSharingAt: tx.now };
  await tx.update(registrations, id, patch);
  return ok({ registrationId: id, sharing: input.sharing, decidedAt: tx.now });
});
