/**
 * The pages to which the processor sends an organizer from its onboarding: `refresh_url` when a link was used or has run out
 * (a new one is made at once), `return_url` afterwards. The return alone proves nothing: the page shows the stored state of
 * the account, as the processor last reported it.
 */
import { html } from '#shared/base/html.ts';
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import { dayMs } from '#shared/base/time.ts';
import { paymentAccounts } from '#shared/modules/events/payment.ts';
import { onboardingLink } from '#shared/modules/events/payment-actions.ts';
import { pageHeaders } from '../../../core/collections/page-policy.ts';
import type { PageAnswer, PageContext, PageRequest, PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';

const purpose = 'onboarding-page';
/** Life of an address: it is a credential, and stands in a browser’s history. */
const validMs = 7 * dayMs;

interface Named {
  readonly tenant: string;
  readonly accountId: string;
  readonly returnUrl: string | null;
  readonly nowMs: number;
}

export function onboardingPagesOf({ pagesUrl, seal }: Pick<EventsPorts, 'pagesUrl' | 'seal'>, named: Named) {
  const token = seal(purpose, Buffer.from(JSON.stringify(named)));
  const again = `${pagesUrl}/onboarding/${named.tenant}/${token}`;
  return { again, done: `${again}/done` };
}

function namedBy({ params }: PageRequest, { clock, tenant }: PageContext, { open }: EventsPorts): Named | null {
  const plain = open(purpose, params['token'] ?? '');
  const named: unknown = plain && JSON.parse(Buffer.from(plain).toString('utf8'));
  if (!isObject(named) || named['tenant'] !== tenant) return null;
  const isOld = Number(named['nowMs']) + validMs < clock();
  return isOld ? null : (named as unknown as Named);
}

const style = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36em; margin: 10vh auto; padding: 0 1rem; color-scheme: light dark }
a.button { display: inline-block; padding: .6em 1.2em; border: 1px solid; border-radius: .5em }`;

interface Shown {
  readonly title: string;
  readonly text: string;
  readonly missing?: readonly string[];
  /** Link to the next step. */
  readonly link?: { readonly to: string; readonly label: string };
}

function page({ nonce }: PageRequest, { link, missing = [], text, title }: Shown, status = 200): PageAnswer {
  return {
    status,
    type: 'text/html; charset=utf-8',
    headers: pageHeaders(nonce),
    body: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${title}</h1><p role="status">${text}</p>
${missing.length > 0 && html`<ul>${missing.map((one) => html`<li><code>${one}</code></li>`)}</ul>`}
${link && html`<p><a class="button" href="${link.to}">${link.label}</a></p>`}</main></body>
</html>
`.text,
  };
}

const gone: Shown = {
  title: 'This address is no longer valid',
  text: 'Open the payment account in the console and ask for a new link.',
};

async function again(asked: PageRequest, context: PageContext, ports: EventsPorts): Promise<PageAnswer> {
  const named = namedBy(asked, context, ports);
  if (!named) return page(asked, gone, 404);
  const { accountId, returnUrl } = named;
  const made = await context.run(onboardingLink.name, { accountId, ...(returnUrl !== null && { returnUrl }) });
  if (made.ok) {
    const { url } = made.value as { readonly url: string };
    return { status: 303, type: 'text/plain', body: '', headers: { Location: url, 'Cache-Control': 'no-store' } };
  }
  const [{ message }] = made.errors;
  const link = { to: asked.path, label: 'Try again' };
  return page(asked, { title: 'The onboarding cannot continue now', text: message, link }, 503);
}

async function done(asked: PageRequest, reader: Reader, context: PageContext, ports: EventsPorts): Promise<PageAnswer> {
  const named = namedBy(asked, context, ports);
  const account = named && (await reader.get(paymentAccounts, named.accountId));
  if (!account) return page(asked, gone, 404);
  if (account.chargesEnabled === true && (account.requirements ?? []).length === 0)
    return page(asked, {
      title: 'The account is ready',
      text: 'It can take payments. You can close this page and publish your event.',
    });
  const missing = account.requirements ?? [];
  const text =
    missing.length > 0
      ? 'The payment processor still needs an answer to these questions. If you have just answered them, reload this page in a minute.'
      : 'The payment processor is checking the answers. Reload this page in a minute.';
  const link = { to: asked.path.replace(/\/done$/, ''), label: 'Continue the onboarding' };
  return page(asked, { title: 'The account cannot take payments yet', text, missing, link });
}

export function onboardingPages(ports: EventsPorts): readonly PublicPage[] {
  const tenantOf = ({ tenant }: Readonly<Record<string, string>>) =>
    tenant !== undefined && isId(tenant) ? tenant : null;
  const path = '/onboarding/:tenant/:token';
  return [
    { path, tenantOf, runs: [onboardingLink.name], answer: (asked, _reader, context) => again(asked, context, ports) },
    { path: `${path}/done`, tenantOf, answer: (asked, reader, context) => done(asked, reader, context, ports) },
  ];
}
