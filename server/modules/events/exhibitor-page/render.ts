/** The exhibitor's page as HTML: forms that work without a script. */
import { type Html, html } from '#shared/base/html.ts';
import { followUps } from '#shared/leads/edit.ts';
import { leadTiers } from '#shared/leads/quality.ts';
import type { LeadRecord } from '#shared/modules/events/lead.ts';
import { addressAt, hidden } from '../registration-page/frame.ts';
import { fill } from '../registration-page/page-words.ts';
import { qrModules, qrPath, quietModules } from '../ticket-page/qr-picture.ts';
import { columnForm } from './columns.ts';
import { isDone, saidDone } from './done.ts';
import { filterQuery, nextRows } from './page-data.ts';
import { type ExhibitorScene, ownForm } from './scene.ts';

const option = (value: string, label: string, chosen: string) =>
  html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;

function filters({ data, reading, words }: ExhibitorScene): Html {
  const { filter } = data;
  const tiers = [
    option('', words.filter.all, filter.tier),
    ...leadTiers.map((one) => option(one, words.tiers[one], filter.tier)),
  ];
  const follow = [
    option('', words.filter.all, filter.followUp),
    ...followUps.map((one) => option(one, words.followUps[one], filter.followUp)),
  ];
  return html`<form method="get" action="${reading.path}" role="search" aria-label="${words.filter.title}">${hidden(reading.keep)}
<div class="f2"><div class="field"><label for="q">${words.filter.search}</label><input id="q" name="q" type="search" maxlength="200" value="${filter.search}"></div>
<div class="field"><label for="tier">${words.filter.tier}</label><select id="tier" name="tier">${tiers}</select></div>
<div class="field"><label for="follow">${words.followUp}</label><select id="follow" name="follow">${follow}</select></div>
<p class="acts"><button class="btn">${words.filter.show}</button></p></div></form>`;
}

function contact({ words }: ExhibitorScene, { contactShared, email, phone }: LeadRecord): Html {
  if (!contactShared) return html`<p class="soft">${words.notShared}</p>`;
  return html`<p>${email && html`<a href="mailto:${email}"><bdi>${email}</bdi></a>`}${phone && html` · <bdi>${phone}</bdi>`}</p><p class="soft">${words.shared}</p>`;
}

function cardList({ reading, words }: ExhibitorScene, { id, name, photos }: LeadRecord): Html | false {
  if (photos === null || photos.length === 0) return false;
  const one = ({ edit, name: file }: (typeof photos)[number]) => {
    const address = addressAt(reading, `${reading.path}/cards/${edit}`);
    return html`<li><a href="${address}" download="${file}"><img src="${address}" alt="${words.businessCards}: ${name ?? words.unnamed}" loading="lazy" width="320"></a></li>`;
  };
  return html`<h4 id="c-${id}">${words.businessCards}</h4><ul aria-labelledby="c-${id}">${photos.map(one)}</ul>`;
}

function noteList({ facts, reading, words }: ExhibitorScene, { answers, id, notes }: LeadRecord): Html {
  const said = Object.entries(answers ?? {});
  return html`${notes && notes.length > 0 && html`<h4 id="n-${id}">${words.notes}</h4><ul aria-labelledby="n-${id}">${notes.map(({ at, by, text }) => html`<li><p dir="auto">${text}</p><p class="soft">${by && html`<bdi>${by}</bdi>, `}${facts.moment(at, reading.tag)}</p></li>`)}</ul>`}
${said.length > 0 && html`<h4>${words.answers}</h4><ul>${said.map(([question, answer]) => html`<li><bdi>${question}</bdi>: <bdi>${String(answer)}</bdi></li>`)}</ul>`}`;
}

function leadForm(scene: ExhibitorScene, { contactShared, followUp, id, rating }: LeadRecord): Html {
  const { words } = scene;
  const ratings = [
    option('', words.notSet, String(rating ?? '')),
    ...[1, 2, 3, 4, 5].map((n) => option(String(n), String(n), String(rating ?? ''))),
  ];
  const follow = [
    option('', words.notSet, followUp ?? ''),
    ...followUps.map((one) => option(one, words.followUps[one], followUp ?? '')),
  ];
  const inside = html`<div class="f2"><div class="field"><label for="note-${id}">${words.newNote}</label><textarea id="note-${id}" name="note" maxlength="4000"></textarea></div>
<div class="field"><label for="rating-${id}">${words.rating}</label><select id="rating-${id}" name="rating">${ratings}</select></div>
<div class="field"><label for="follow-${id}">${words.followUp}</label><select id="follow-${id}" name="follow">${follow}</select></div>
<div class="field"><label for="tags-${id}">${words.tags}</label><input id="tags-${id}" name="tags" maxlength="600" aria-describedby="hint-${id}"><p class="soft" id="hint-${id}">${words.tagsHint}</p></div>
<p class="acts"><button class="btn primary">${words.save}</button></p></div>`;
  return html`${ownForm(scene, { do: 'edit', lead: id }, inside)}
${contactShared && ownForm(scene, { do: 'withdraw', lead: id }, html`<p class="acts"><button class="btn quiet">${words.withdraw}</button></p>`)}`;
}

function oneLead(scene: ExhibitorScene, lead: LeadRecord): Html {
  const { facts, reading, words } = scene;
  const { capturedAt, company, name, quality, role, tags, tier } = lead;
  const place = [role, company].filter(Boolean).join(', ');
  const own = ['edit', 'withdraw'] as const;
  return html`<li><details class="grow"${isDone(scene, own, lead.id) && html` open`}><summary><strong><bdi>${name ?? words.unnamed}</bdi></strong>${place && html` <span class="soft" dir="auto">${place}</span>`} · ${words.quality} ${String(quality)}, ${words.tiers[tier]}</summary>
${saidDone(scene, own, lead.id)}${capturedAt && html`<p class="soft">${words.scanned}: ${facts.moment(capturedAt, reading.tag)}</p>`}
${contact(scene, lead)}${tags && tags.length > 0 && html`<p dir="auto">${tags.join(', ')}</p>`}
${cardList(scene, lead)}${noteList(scene, lead)}${leadForm(scene, lead)}</details></li>`;
}

/** Renders the next step while there are no leads: filters and files of nothing would only be in the way. */
function noLeadsYet({ can, data, words }: ExhibitorScene): Html {
  const hasDevice = data.devices.length > 0;
  return html`<section aria-labelledby="leads"><h2 id="leads">${words.empty.title}</h2>
<p>${hasDevice ? words.empty.scan : words.empty.pair}</p>
${can.pair && !hasDevice && html`<p class="acts"><a class="btn primary" href="#devices">${words.devices.pair}</a></p>`}</section>`;
}

/** A lead that is changed may match the filter no more: what was done is said all the same. */
function changedAway(scene: ExhibitorScene): Html | false {
  const lead = scene.done?.lead ?? null;
  if (lead === null || scene.data.leads.some(({ id }) => id === lead)) return false;
  return saidDone(scene, ['edit', 'withdraw'], lead);
}

function leadList(scene: ExhibitorScene): Html {
  const { can, data, reading, words } = scene;
  const more = nextRows(data);
  const again = filterQuery(data.filter);
  const files = ['csv', 'xlsx', 'json'].map(
    (format) =>
      html`<a class="btn quiet" href="${addressAt(reading, `${reading.path}/export/${format}`)}" download>${format.toUpperCase()}</a> `,
  );
  if (data.count === 0 && Object.keys(again).length === 0) return noLeadsYet(scene);
  return html`<section aria-labelledby="leads"><h2 id="leads">${fill(words.leads, { count: String(data.count) })}</h2>
${filters(scene)}${changedAway(scene)}
${data.leads.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="chk">${data.leads.map((lead) => oneLead(scene, lead))}</ul>`}
${more !== null && html`<p><a class="btn" href="${addressAt(reading, reading.path, { ...again, rows: String(more) })}">${words.more}</a></p>`}
${can.export && html`<h3 id="export">${words.export}</h3><p class="soft">${words.exportNote}</p><p class="acts" role="group" aria-labelledby="export">${files}</p>${columnForm(scene)}`}</section>`;
}

function questionForm(scene: ExhibitorScene): Html {
  const { data, words } = scene;
  const { asksConsent, questions } = data.exhibitor;
  const lines = (questions ?? []).map(({ text }) => text).join('\n');
  const inside = html`<div class="f2"><div class="field"><label for="question-lines">${words.questions.title}</label><textarea id="question-lines" name="questions" rows="4" maxlength="6000" aria-describedby="questions-hint">${lines}</textarea><p class="soft" id="questions-hint">${words.questions.hint}</p></div>
<div class="field"><label><input type="checkbox" name="asks"${asksConsent && html` checked`}> ${words.questions.asksConsent}</label></div>
<p class="acts"><button class="btn">${words.save}</button></p></div>`;
  return html`<section aria-labelledby="at-booth"><h2 id="at-booth">${words.questions.title}</h2>${saidDone(scene, ['questions'])}${ownForm(scene, { do: 'questions' }, inside)}</section>`;
}

function team(scene: ExhibitorScene): Html {
  const { data, words } = scene;
  const row = ({ email, id, name }: (typeof data.members)[number]) =>
    html`<li><bdi>${name ?? email}</bdi>${name !== null && html` <span class="soft"><bdi>${email}</bdi></span>`}${
      id === data.member.id
        ? html` <span class="soft">${words.team.you}</span>`
        : ownForm(
            scene,
            { do: 'revoke', member: id },
            html`<p class="acts"><button class="btn quiet" aria-label="${words.team.revoke}: ${email}">${words.team.revoke}</button></p>`,
          )
    }</li>`;
  const inside = html`<div class="f2"><div class="field"><label for="email">${words.team.email}</label><input id="email" name="email" type="email" required maxlength="254" autocomplete="off"></div>
<div class="field"><label for="name">${words.team.name}</label><input id="name" name="name" maxlength="200" autocomplete="off"></div>
<p class="acts"><button class="btn">${words.team.invite}</button></p></div>`;
  return html`<section aria-labelledby="team"><h2 id="team">${words.team.title}</h2>${saidDone(scene, ['revoke'])}<ul class="chk">${data.members.map(row)}</ul>${ownForm(scene, { do: 'invite' }, inside)}</section>`;
}

function devices(scene: ExhibitorScene): Html {
  const { can, data, words } = scene;
  const rows = data.devices.map(
    ({ name, presence }) => html`<li><bdi>${name}</bdi> <span class="soft">${words.devices[presence]}</span></li>`,
  );
  return html`<section aria-labelledby="devices"><h2 id="devices">${words.devices.title}</h2>
${rows.length === 0 ? html`<p>${words.devices.none}</p>` : html`<ul class="chk">${rows}</ul>`}
${can.pair && ownForm(scene, { do: 'pair' }, html`<p class="acts"><button class="btn">${words.devices.pair}</button></p>`)}</section>`;
}

function once({ shown, words }: ExhibitorScene): Html | false {
  if (shown === null) return false;
  if (shown.kind === 'link')
    return html`<div class="note good" role="status"><p>${fill(words.team.link, { email: shown.email })}</p><p><code dir="ltr">${shown.link}</code></p></div>`;
  const { address, code } = shown;
  return html`<div class="note good" role="status"><p>${fill(words.devices.code, { code })}</p><p><a href="${address}"><bdi>${address}</bdi></a></p>${qrPicture(address, words.devices.qr)}</div>`;
}

function qrPicture(text: string, label: string): Html {
  const side = String(qrModules(text).length + 2 * quietModules);
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" width="240" height="240"><rect width="${side}" height="${side}" fill="#fff"/><path d="${qrPath(text)}" fill="#000"/></svg>`;
}

export function renderExhibitor(scene: ExhibitorScene): Html {
  const { data, words } = scene;
  const { booth, name } = data.exhibitor;
  return html`<h2><bdi>${name}</bdi>${booth && html` <span class="soft">${words.booth} <bdi>${booth}</bdi></span>`}</h2>
${once(scene)}${leadList(scene)}${devices(scene)}${questionForm(scene)}${team(scene)}`;
}
