/** `events.matches`: who the person should meet, with what they have agreed on so far. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Language } from '#shared/base/languages.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { type AttendeeProfileRecord, attendeeProfiles, type MatchRecord } from '#shared/modules/events/networking.ts';
import { listMatches } from '#shared/modules/events/networking-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { Candidates, candidatesMax, otherOf } from '#shared/networking/candidates.ts';
import { pairId } from '#shared/networking/pair-id.ts';
import { traitsOf } from '#shared/networking/profile.ts';
import { reasonsFor } from '#shared/networking/reasons.ts';
import { breakdownOf, byScore, calibrated, isEligible, scorePair, shownScore } from '#shared/networking/score.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { inTurns } from '../../../store/in-turns.ts';
import type { EventsPorts } from '../ports.ts';
import { isStanding, isVisible, type Networker, networkerOf } from './attendee.ts';
import { blockedBy } from './block-match.ts';
import { type Book, createBooks } from './book.ts';
import { contactOf } from './contact.ts';
import { fillUp, hasRoom, isShort, keepLists, keptList } from './kept-lists.ts';
import { matchesOf } from './leave.ts';

/** The best people of the whole event for one person; equal scores are ordered by id. */
async function bestFor(
  { semantic, setting, table }: Book,
  id: string,
  most: number,
  isOpen: (other: string) => boolean = () => true,
): Promise<readonly string[]> {
  const found: { readonly id: string; readonly score: number }[] = [];
  const best = new Candidates(1, most);
  const { minScore, shares } = setting;
  const scoring = table.scoring(id, { shares, calibration: semantic.calibration, minScore }, (other, score) => {
    if (!isOpen(other)) return;
    best.offer(0, found.length, score);
    found.push({ id: other, score });
  });
  await inTurns(scoring);
  const kept = [...best.of(0)].flatMap((key) => found[otherOf(key)] ?? []);
  return kept.sort(byScore).map(({ id: other }) => other);
}

function otherProfile(match: MatchRecord, own: string): string {
  return match.firstProfile === own ? match.secondProfile : match.firstProfile;
}

const isAgreed = ({ status }: Pick<MatchRecord, 'status'>) => status === 'pending' || status === 'mutual';

interface Scene {
  readonly reader: Reader;
  readonly book: Book;
  readonly you: Networker;
  readonly rows: ReadonlyMap<string, MatchRecord>;
  /** Language in which the reasons are given. */
  readonly language: Language;
}

/** Returns the messages that the two people wrote when they accepted. */
function messagesOf({ acceptedBy, message, reply }: MatchRecord, you: string) {
  return acceptedBy === you ? { message: reply, yourMessage: message } : { message, yourMessage: reply };
}

async function matchAnswer({ book, language, reader, rows, you }: Scene, other: AttendeeProfileRecord) {
  const { event, profile, registration, setting } = you;
  const { rules, weights } = setting;
  const person = await reader.get(registrations, other.registration);
  if (person?.event !== event.id || !isStanding(person)) return null;
  const row = rows.get(other.id);
  const semantic = calibrated(book.table.cosine(profile.id, other.id), book.semantic.calibration);
  const [yours, theirs] = [traitsOf(profile, rules), traitsOf(other, rules)];
  const pair = scorePair(yours, theirs, weights, rules, semantic);
  const agreed = row !== undefined && isAgreed(row);
  if (!agreed && !isEligible(pair, setting.minScore)) return null;
  const { bio, company, headline, role } = other;
  const acceptedByYou = row?.status === 'mutual' || row?.acceptedBy === registration.id;
  return {
    id: pairId(profile.id, other.id),
    profileId: other.id,
    registrationId: person.id,
    exact: pair.score,
    score: shownScore(pair.score),
    breakdown: breakdownOf(pair.parts),
    reasons: reasonsFor(yours, theirs, pair, { weights, rules, name: person.name, language }),
    profile: { name: person.name, company, role, headline, bio },
    status: row?.status ?? 'suggested',
    acceptedByYou,
    ...(agreed && messagesOf(row, registration.id)),
    ...(row?.status === 'mutual' && { contact: contactOf(person, other) }),
  };
}

async function answersFor(scene: Scene, ids: readonly string[], most = ids.length) {
  const answers: Answer[] = [];
  for (const id of ids) {
    if (answers.length >= most) break;
    const other = await scene.reader.get(attendeeProfiles, id);
    const isThere = other && other.event === scene.you.event.id && isVisible(other, scene.you.setting);
    const answer = isThere ? await matchAnswer(scene, other) : null;
    if (answer) answers.push(answer);
  }
  return answers;
}

type Answer = NonNullable<Awaited<ReturnType<typeof matchAnswer>>>;

const best = (a: Answer, b: Answer) =>
  byScore({ score: a.exact, id: a.profileId }, { score: b.exact, id: b.profileId });

/** A list that stayed short is filled up with people whom the kept lists may still show. */
async function suggestedFor({ book, rows, you }: Scene): Promise<readonly string[]> {
  const { id } = you.profile;
  const kept = keptList(book, id);
  if (kept === null) return bestFor(book, id, candidatesMax + rows.size);
  if (!isShort(book, id)) return kept;
  const isOpen = (other: string) => hasRoom(book, other) && !rows.has(other) && !kept.includes(other);
  return fillUp(book, id, await bestFor(book, id, book.setting.maxMatches, isOpen));
}

/** Returns all agreed matches and as many suggestions as there is room for, ordered by score together. */
async function listFor(scene: Scene, limit: number) {
  const { rows, you } = scene;
  const agreed = await answersFor(
    scene,
    [...rows.values()].filter(isAgreed).map((row) => otherProfile(row, you.profile.id)),
  );
  const room = Math.max(0, limit - agreed.length);
  const suggested = await suggestedFor(scene);
  // A store that answers at once would let no other request in between.
  await turn();
  const open = await answersFor(
    scene,
    suggested.filter((id) => !rows.has(id)),
    room,
  );
  return [...agreed, ...open].sort(best).map(({ exact: _exact, ...shown }) => shown);
}

export function listMatchesAction({ embeddings }: Pick<EventsPorts, 'embeddings'>) {
  const books = createBooks(embeddings ?? null);
  return action(listMatches, async (reader, input, { actor, clock }) => {
    const { registrationId } = input;
    if (!registrationId) return refuseWith('registrationId_required', { path: 'registrationId' });
    const found = await networkerOf(reader, { ...input, registrationId }, actor);
    if (!found.ok) return found;
    const you = found.value;
    const book = await books.of(reader, you.event);
    // Runs in the background: until the lists are there, each row is computed on demand.
    keepLists(book).catch(() => {});
    const all = await matchesOf(reader, registrationId);
    // A row that is a suggestion again means the same as no row.
    const answered = all.filter(({ status }) => status !== 'suggested');
    const rows = new Map(answered.map((row) => [otherProfile(row, you.profile.id), row]));
    const { maxMatches } = you.setting;
    const limit = Math.min(input.limit ?? maxMatches, maxMatches);
    const matches = await listFor({ reader, book, you, rows, language: input.language ?? 'en' }, limit);
    const blocked = await blockedBy(reader, registrationId, all);
    return ok({ matches, blocked, meta: { semanticProvider: book.semantic.provider, computedAt: isoTime(clock()) } });
  });
}
