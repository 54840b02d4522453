/**
 * `/u/{secret}`: opening it only asks and changes nothing, because programs open the links of mails, too. A POST to the
 * address unsubscribes: the page's button, or one click in a mail program (RFC 8058).
 */
import { escapeHtml } from '#shared/base/escape-html.ts';
import { isolated } from '#shared/base/isolate.ts';
import { chooseLanguage, type Language, languageTraits } from '#shared/base/languages.ts';
import { outgoingMails } from '#shared/modules/events/message.ts';
import { unsubscribe } from '#shared/modules/events/message-actions.ts';
import { pageHeaders } from '../../../core/collections/page-policy.ts';
import type { PageAnswer, PageRequest, PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { suppressionOf } from '../letters/send-mails.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import { unsubscribeWords } from './words/unsubscribe.ts';

const absent: PageAnswer = { status: 404, type: 'text/plain', body: '' };

const style = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36em; margin: 10vh auto; padding: 0 1rem; color-scheme: light dark }
button { font: inherit; padding: .6em 1.2em; border-radius: .5em }`;

function rendered(nonce: string, language: Language, content: string): PageAnswer {
  const { direction } = languageTraits[language];
  const { stillSent, title } = unsubscribeWords[language];
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    headers: pageHeaders(nonce, { policy: { 'form-action': "'self'" } }),
    body: `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
<p>${escapeHtml(stillSent)}</p></main></body>
</html>
`,
  };
}

async function answer({ acceptLanguage, nonce, params, query }: PageRequest, reader: Reader): Promise<PageAnswer> {
  const mail = await reader.findOne(outgoingMails, { pageSecret: params['secret'] ?? '' });
  if (!mail) return absent;
  const language = chooseLanguage(query.get('lang'), acceptLanguage);
  const words = unsubscribeWords[language];
  const email = isolated(mail.recipient, languageTraits[language].direction);
  if (await suppressionOf(reader, mail.recipient))
    return rendered(nonce, language, `<p role="status">${escapeHtml(words.done(email))}</p>`);
  const question = `<p>${escapeHtml(words.question(email))}</p>`;
  return rendered(
    nonce,
    language,
    `${question}\n<form method="post"><button>${escapeHtml(words.button)}</button></form>`,
  );
}

export const unsubscribePage: PublicPage = {
  path: '/u/:secret',
  runs: [unsubscribe.name],
  tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
  answer: (request, reader) => answer(request, reader),
  async takePost(request, reader, { run }) {
    const done = await run(unsubscribe.name, { secret: request.params['secret'] ?? '' });
    return done.ok ? answer(request, reader) : absent;
  },
};
