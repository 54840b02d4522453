/** The few pages that stand outside the console: choose a password, accept an invitation. Plain HTML, no script. */
import { randomBytes } from 'node:crypto';
import type { Response } from 'express';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes[char]!);
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 12vh auto; padding: 0 1.25rem }
label { display: block; margin-top: 1rem }
input { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit }
button { margin-top: 1.25rem; padding: .7rem 1.2rem; font: inherit; font-weight: 600; min-height: 44px }
[role=alert] { border-left: .3rem solid #b00020; padding-left: .8rem }
`;

export interface PlainPage {
  readonly status: number;
  readonly title: string;
  /** What is wrong, in a sentence. */
  readonly problem?: string | undefined;
  /** HTML made here; whatever comes from outside is escaped by the caller. */
  readonly body: string;
  /** Where else than here its forms may lead, e.g. an OAuth client's address. */
  readonly formActions?: readonly string[];
}

export function answerPage(response: Response, { body, formActions = [], problem, status, title }: PlainPage): void {
  const nonce = randomBytes(16).toString('base64url');
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action ${["'self'", ...formActions].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
  );
  const alert = problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`;
  response
    .status(status)
    .type('html')
    .end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${alert}
${body}
</main>
</body>
</html>
`);
}
