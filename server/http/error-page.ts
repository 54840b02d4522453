/** A failure as a page: what a person who follows a link or sends a form gets instead of JSON. */
import type { Request, Response } from 'express';
import { escapeHtml } from '#shared/base/escape-html.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { Gate } from './page-art.ts';
import { answerPage } from './plain-page.ts';

interface Words {
  readonly gate: Gate;
  readonly title: string;
  readonly next: string;
}

const words: Readonly<Record<number, Words>> = {
  401: { gate: 'locked', title: 'Log in first', next: 'This address belongs to the API. Use the console instead.' },
  403: {
    gate: 'locked',
    title: 'You cannot open this page',
    next: 'Ask an administrator of your organization for access.',
  },
  404: { gate: 'closed', title: 'No page here', next: 'Check the address. The page may have been removed.' },
  405: { gate: 'closed', title: 'No page here', next: 'This address belongs to the API and has no page.' },
  408: { gate: 'busy', title: 'This took too long', next: 'Check your connection and try again.' },
  409: {
    gate: 'expired',
    title: 'This has changed',
    next: 'Reload the page and check what has changed.',
  },
  410: { gate: 'expired', title: 'This link has expired', next: 'Ask the person who sent it for a new one.' },
  413: { gate: 'closed', title: 'This is too large', next: 'Send less at once.' },
  429: { gate: 'busy', title: 'Too many attempts', next: 'Wait a moment and try again.' },
  503: {
    gate: 'busy',
    title: 'Gatehouse is busy',
    next: 'Kiosks keep scanning in the meantime. Try again in a moment.',
  },
};
const wrongRequest: Words = {
  gate: 'closed',
  title: 'This request cannot be processed',
  next: 'Go back to the page you came from and try again.',
};
const ourFault: Words = {
  gate: 'broken',
  title: 'Something went wrong on our side',
  next: 'Try again. If it keeps failing, contact support with the request number below.',
};
/** Statuses after which the same address may answer a moment later. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 503]);
/** `//host` and `/\host` lead to another server. */
const ownPath = /^\/(?![/\\])/;

/** Whether a browser asks that shows what it gets: it prefers pages to JSON, and no script of a page asks. */
export function wantsPage(request: Request): boolean {
  const mode = request.headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) return false;
  return request.accepts(['application/json', 'text/html']) === 'text/html';
}

function wordsOf(status: number, { code }: Refusal): Words {
  if (code === 'origin_refused')
    return { gate: 'locked', title: 'This form was sent from another site', next: 'Nothing was changed.' };
  return words[status] ?? (status >= 500 ? ourFault : wrongRequest);
}

/** @param forGuest the page is read by guests of an event, who have no console */
export function answerErrorPage(
  request: Request,
  response: Response,
  { error, forGuest, status }: { readonly status: number; readonly error: Refusal; readonly forGuest: boolean },
): void {
  const { gate, next, title } = wordsOf(status, error);
  const links = [
    ...(passing.has(status) && request.method === 'GET' && ownPath.test(request.originalUrl)
      ? [{ href: request.originalUrl, label: 'Try again' }]
      : []),
    ...(forGuest ? [] : [{ href: `${request.sandbox ? '/sandbox' : ''}/console/`, label: 'Go to the console' }]),
  ].map(({ href, label }, n) => `<a class="btn${n === 0 ? ' primary' : ''}" href="${escapeHtml(href)}">${label}</a>`);
  const acts = links.length === 0 ? '' : `<p class="acts">${links.join('')}</p>`;
  answerPage(response, {
    status,
    title,
    gate,
    problem: error.message,
    body: `${forGuest ? '' : `<p>${next}</p>`}${acts}<p class="fine">${status} · Request <code>${escapeHtml(request.id)}</code></p>`,
  });
}
