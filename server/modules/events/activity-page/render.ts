/** The activity page as HTML: forms that work without a script. */
import { type Html, html } from '#shared/base/html.ts';
import { contactSharings } from '#shared/modules/events/exhibitor.ts';
import { setContactSharing } from '#shared/modules/events/exhibitor-actions.ts';
import { askQuestion, votePoll } from '#shared/modules/events/type-feature-actions.ts';
import { rsvpAnswers } from '#shared/modules/events/type-features.ts';
import { percentText } from '#shared/text/percent-text.ts';
import { limits } from '../attendee-page/field-limits.ts';
import { form, formState } from '../attendee-page/scene.ts';
import { fill } from '../registration-page/page-words.ts';
import { isShown } from '../type-features/features.ts';
import type { ActivityData, ShownPoll, ShownQuestion } from './activity-data.ts';
import { badgeSection } from './badge-section.ts';
import { ownActivitySection } from './own-activities.ts';
import { pollTexts, shareId, votesId } from './poll-texts.ts';
import type { ActivityScene } from './scene.ts';
import { boardPointsId, ownPointsId, ownRankId, standingTexts } from './standing-texts.ts';

function standing(scene: ActivityScene): Html | false {
  const { data, words } = scene;
  const { place } = data;
  if (!place) return false;
  const { anonymous } = place;
  const texts = standingTexts(place, words);
  const toggle = form(
    scene,
    { do: 'anonymous', anonymous: String(!anonymous) },
    html`<p class="acts"><button class="btn quiet">${anonymous ? words.anonymous.show : words.anonymous.hide}</button></p>`,
  );
  return html`<section aria-labelledby="points"><div class="points"><p><span id="points">${words.points}</span><b class="num" id="${ownPointsId}">${texts[ownPointsId]}</b></p><p id="${ownRankId}">${texts[ownRankId]}</p></div>
${anonymous && html`<p class="soft">${words.anonymous.hidden}</p>`}${toggle}</section>`;
}

function leaderboard({ data, words }: ActivityScene): Html | false {
  if (data.board.length === 0) return false;
  const row = ({ name, points, rank, registrationId }: ActivityData['board'][number]) => {
    const isOwn = registrationId === data.registration.id;
    return html`<li${isOwn && html` class="me"`}><span class="num">${String(rank)}</span><bdi class="grow">${name ?? words.unnamed}</bdi><b class="num"${isOwn && html` id="${boardPointsId}"`}>${String(points)}</b></li>`;
  };
  return html`<section aria-labelledby="board"><h2 id="board">${words.leaderboard}</h2><ol class="board-l">${data.board.map(row)}</ol></section>`;
}

function drawList({ data, facts, reading, words }: ActivityScene): Html | false {
  if (data.draws.length === 0) return false;
  const row = ({ drawsAt, id, name, page, state }: ActivityData['draws'][number]) =>
    html`<li><strong id="d-${id}" dir="auto">${name}</strong> <span class="soft">${words.drawStates[state]}${drawsAt !== null && (state === 'open' || state === 'frozen') && html` · ${facts.moment(drawsAt, reading.tag)}`}</span>${page !== null && html` <a href="${page}?lang=${reading.language}#entry=${data.registration.id}" aria-describedby="d-${id}">${state === 'drawn' || state === 'closed' ? words.checkDraw : words.aboutDraw}</a>`}</li>`;
  return html`<section aria-labelledby="draws"><h2 id="draws">${words.draws}</h2><ul>${data.draws.map(row)}</ul></section>`;
}

function prizeList(scene: ActivityScene): readonly Html[] {
  const { data, facts, reading, words } = scene;
  return data.prizes.map(({ entry, name }) => {
    if (entry.state === 'claimed')
      return html`<p class="note good" role="status">${fill(words.prize.claimed, { prize: name })}<br>${words.prize.next}</p>`;
    if (entry.state === 'forfeited') {
      const text = fill(words.prize.forfeited, { prize: name });
      return html`<p class="note warn" data-news="${text}">${text}</p>`;
    }
    const time = entry.claimUntil === null ? '' : facts.moment(entry.claimUntil, reading.tag);
    const button = html`<p class="acts"><button class="btn primary">${words.prize.claim}</button></p>`;
    const title = fill(words.prize.title, { prize: name });
    return html`<section class="note good" data-news="${title}"><h2>${title}</h2><p>${fill(words.prize.until, { time })}</p>${form(scene, { do: 'claim', draw: entry.draw }, button)}</section>`;
  });
}

function onePoll(scene: ActivityScene, poll: ShownPoll): Html {
  const { reading, words } = scene;
  const { id, options, question, state, voted } = poll;
  const texts = pollTexts(poll, words, reading.language);
  const live = (name: string) => html`<span id="${name}">${texts[name] ?? ''}</span>`;
  const counted = html`<p class="soft">${live(votesId(id))}${state === 'closed' && html` · ${words.closed}`}</p>`;
  if (state === 'closed')
    return html`<section><h3 dir="auto">${question}</h3><ul>${options.map(({ option, percent }) => html`<li><bdi>${option}</bdi>: ${percentText(reading.language, percent)}</li>`)}</ul>${counted}</section>`;
  const fields = { do: 'vote', poll: id };
  const sent = formState(scene, fields);
  const choice = ({ option }: ShownPoll['options'][number], at: number) =>
    html`<div class="field"><label><input type="radio" name="option" value="${String(at)}"${limits(votePoll.input, 'option', 'chosen')}${sent.marks('option')}${voted === at && html` checked`}> <bdi>${option}</bdi>${voted !== null && html` <span class="soft share">${live(shareId(id, at))}</span>`}</label></div>`;
  const inside = html`<fieldset><legend dir="auto">${question}</legend>${options.map(choice)}${sent.error('option')}</fieldset><p class="acts"><button class="btn primary">${voted === null ? words.vote : words.changeVote}</button></p>`;
  return html`<section>${form(scene, fields, inside)}${counted}</section>`;
}

function oneQuestion(
  scene: ActivityScene,
  { answer, askedBy, id, state, text, upvoted, upvotes }: ShownQuestion,
): Html {
  const { words } = scene;
  const said = state === 'approved' ? false : html` · ${words.questionStates[state]}`;
  const button =
    state !== 'approved' || upvoted
      ? (upvoted || upvotes > 0) &&
        html`<p class="soft">${upvoted ? words.upvoted : html`<span aria-hidden="true">▲</span>`} ${String(upvotes)}</p>`
      : form(
          scene,
          { do: 'upvote', question: id },
          html`<p class="acts"><button class="btn quiet" aria-label="${words.upvote}: ${text}">${words.upvote} (${String(upvotes)})</button></p>`,
        );
  return html`<li><p dir="auto">${text}</p><p class="soft"><bdi>${askedBy ?? '–'}</bdi>${said}</p>${answer && html`<p dir="auto"><strong>${answer}</strong></p>`}${button}</li>`;
}

function sessionQuestions(scene: ActivityScene): readonly Html[] {
  const { data, words } = scene;
  return data.sessions.map(({ questions, session }) => {
    const name = `q-${session.id}`;
    const fields = { do: 'ask', session: session.id };
    const at = formState(scene, fields);
    const inside = html`<div class="field"><label for="${name}">${words.yourQuestion}</label><textarea id="${name}" name="text"${limits(askQuestion.input, 'text')}${at.marks('text')}>${at.typed('text')}</textarea>${at.error('text')}</div>
<div class="field"><label><input type="checkbox" name="anonymous"${at.typed('anonymous') === 'on' && html` checked`}> ${words.withoutName}</label></div><p class="acts"><button class="btn primary">${words.ask}</button></p>`;
    return html`<section aria-labelledby="s-${session.id}"><h3 id="s-${session.id}" dir="auto">${session.title}</h3><ul>${questions.map((one) => oneQuestion(scene, one))}</ul>${form(scene, fields, inside)}</section>`;
  });
}

function rsvpForm(scene: ActivityScene): Html | false {
  const { data, words } = scene;
  if (data.isOver || !isShown(data.event, 'rsvp')) return false;
  const choice = (answer: (typeof rsvpAnswers)[number]) =>
    html`<button class="btn quiet" name="answer" value="${answer}" aria-pressed="${String(data.rsvp === answer)}">${words.rsvp[answer]}</button> `;
  return html`<section aria-labelledby="rsvp"><h2 id="rsvp">${words.rsvp.title}</h2>${form(scene, { do: 'rsvp' }, html`<p class="acts">${rsvpAnswers.map(choice)}</p>`)}</section>`;
}

/** Renders the form that sets what exhibitors receive when they scan the badge. */
function sharingForm(scene: ActivityScene): Html | false {
  const { data, words } = scene;
  if (!isShown(data.event, 'booths')) return false;
  const now = data.registration.contactSharing ?? 'ask';
  const choice = (one: (typeof contactSharings)[number]) =>
    html`<div class="field"><label><input type="radio" name="sharing" value="${one}"${limits(setContactSharing.input, 'sharing', 'chosen')}${one === now && html` checked`}> ${words.sharing[one]}</label></div>`;
  const inside = html`<fieldset><legend>${words.sharing.note}</legend>${contactSharings.map(choice)}</fieldset><p class="acts"><button class="btn">${words.sharing.save}</button></p>`;
  return html`<section aria-labelledby="sharing"><h2 id="sharing">${words.sharing.title}</h2>${form(scene, { do: 'sharing' }, inside)}</section>`;
}

export function renderActivity(scene: ActivityScene): Html {
  const { data, words } = scene;
  const { event, polls, sessions } = data;
  const hasPolls = polls.length > 0 && isShown(event, 'polls');
  const hasQuestions = sessions.length > 0 && isShown(event, 'questions');
  return html`${prizeList(scene)}${standing(scene)}${rsvpForm(scene)}
${hasPolls && html`<h2>${words.polls}</h2>${polls.map((one) => onePoll(scene, one))}`}
${hasQuestions && html`<h2>${words.questions}</h2>${sessionQuestions(scene)}`}
${!hasPolls && !hasQuestions && html`<p class="soft">${words.nothing}</p>`}
${leaderboard(scene)}${drawList(scene)}${ownActivitySection(scene)}${badgeSection(scene)}${sharingForm(scene)}`;
}
