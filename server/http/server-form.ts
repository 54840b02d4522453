/**
 * Forms of the pages that the server renders itself: the only place that writes one, and the only way to read one. A new
 * form gets a name here, and `test/e2e/forms.test.ts` is red until a browser has sent it.
 */
import type { Request } from 'express';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { isFromOwnPage } from './origins.ts';
import { readForm } from './read-form.ts';
import { refusal } from './refusal-error.ts';

export const serverForms = ['invitation', 'reset', 'oauth-login', 'oauth-sso', 'oauth-consent'] as const;

export interface ServerForm {
  readonly name: (typeof serverForms)[number];
  readonly method: 'get' | 'post';
  /** Target of the form, relative to the page's address; absent: that address. */
  readonly action?: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** HTML made here: fields and buttons. */
  readonly body: string;
}

/** @returns HTML */
export function serverForm({ action, body, hidden, method, name }: ServerForm): string {
  const carried = Object.entries(hidden).map(
    ([field, value]) => `<input type="hidden" name="${escapeHtml(field)}" value="${escapeHtml(value)}">`,
  );
  const goes = action === undefined ? '' : ` action="${escapeHtml(action)}"`;
  return `<form data-form="${name}" method="${method}"${goes}>${carried.join('')}${body}</form>`;
}

/**
 * Throws the refusal: 403 where a page of another origin sent it, and what `readForm` throws.
 *
 * @param limits `bytes` and `fields` at most, for a form of another size than usual
 */
export async function readServerForm(
  request: Request,
  publicUrl: string,
  limits?: { readonly bytes: number; readonly fields: number },
): Promise<ReadonlyMap<string, string>> {
  if (!isFromOwnPage(request, publicUrl))
    throw refusal('origin_refused', 'This form was sent from another site. Open the form here and send it again.');
  return readForm(request, limits?.bytes, limits?.fields);
}
