/** Labels in sentences: a or an by the sound, acronyms in capitals. */
import { expect, test } from 'vitest';
import { labelInSentence, oneOfLabel } from '#shared/base/label-text.ts';

test.each([
  ['Event', 'an event'],
  ['Form submission', 'a form submission'],
  ['API key', 'an API key'],
  ['SAML provider', 'a SAML provider'],
  ['SLA policy', 'an SLA policy'],
  ['OAuth client', 'an OAuth client'],
  ['Upload', 'an upload'],
  ['User', 'a user'],
  ['Unit', 'a unit'],
  ['Hour', 'an hour'],
  ['House', 'a house'],
  ['One-off', 'a one-off'],
  ['E-mail template', 'an e-mail template'],
  ['8-bit sample', 'an 8-bit sample'],
  ['Überweisung', 'an überweisung'],
  ['', 'a '],
])('%s: %s', (label, text) => {
  expect(oneOfLabel(label)).toBe(text);
});

test('a label of several words keeps its acronyms only', () => {
  expect(labelInSentence('Open API Keys of SaaS Apps')).toBe('open API keys of SaaS apps');
});
