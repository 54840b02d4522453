/** The few pages outside the console: choose a password, allow an app, an error. Plain HTML, no script, nothing fetched. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Response } from 'express';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { compactCss } from '#shared/base/page-source.ts';
import { sharedLook } from './look.ts';
import { arches, type Gate, gatePicture, icon, logo } from './page-art.ts';

const own = readFileSync(new URL('plain-page.css', import.meta.url), 'utf8');
const style = compactCss(`${sharedLook}${own}`);

export interface PlainPage {
  readonly status: number;
  readonly title: string;
  /** Sentence that says what is wrong. */
  readonly problem?: string | undefined;
  /** HTML made here; what comes from outside is escaped by the caller. */
  readonly body: string;
  /** Other places than this server where its forms may lead, e.g. an OAuth client's address. */
  readonly formActions?: readonly string[];
  /** A page that says what is wrong, and asks for nothing: the picture that stands beside it. */
  readonly gate?: Gate;
}

export function answerPage(response: Response, page: PlainPage): void {
  const { formActions = [], status, title } = page;
  const nonce = randomBytes(16).toString('base64url');
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action ${["'self'", ...formActions].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
  );
  // With a form the browser sends only the origin of this page: the rest of the address may hold a secret.
  response.setHeader('Referrer-Policy', 'strict-origin');
  response.setHeader('Cache-Control', 'no-store');
  response
    .status(status)
    .type('html')
    .end(`<!doctype html>
<html lang="en" data-density="comfortable">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Gatehouse</title>
<link rel="icon" href="${icon}">
<style nonce="${nonce}">${style}</style>
</head>
<body>
${page.gate === undefined ? asking(page) : saying(page, page.gate)}
</body>
</html>
`);
}

function asking({ body, problem, title }: PlainPage): string {
  const alert = problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`;
  return `<div class="sides">
<div class="side"><header>${logo}</header>
<main class="box"><h1>${escapeHtml(title)}</h1>
${alert}
${body}
</main></div>
${arches}
</div>`;
}

function saying({ body, problem, title }: PlainPage, gate: Gate): string {
  const sentence = problem === undefined ? '' : `<p>${escapeHtml(problem)}</p>`;
  return `<div class="whole">
<header>${logo}</header>
<main><div class="error ${gate}">${gatePicture(gate)}
<div><h1>${escapeHtml(title)}</h1>
${sentence}
${body}</div></div></main>
</div>`;
}
