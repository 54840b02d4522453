/** The console's start: redeems the login link, or what single sign-on ended with, if there is one, then shows the app. */
import { chosenLanguage, loadLanguage } from '../parts/text/text.ts';
// Before any page's style sheet: it names the layers in their order.
import './console.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { must } from '#shared/base/assert.ts';
import { asError } from '../parts/as-error.ts';
import { queryClient } from './data/query-client.ts';
import { redeemLoginLink } from './session/login-link.ts';
import { prepareRenewal } from './session/renewal.ts';
import { type OfferedLogin, takeSso } from './session/single-sign-on.ts';

// The language is loaded before any module that has texts: modules keep those that they are loaded with.
await loadLanguage(chosenLanguage());
const { App } = await import('./app.tsx');
const root = createRoot(must(document.getElementById('root'), 'the page has #root'));
void prepareRenewal();
let problem: string | null = null;
let offered: OfferedLogin | null = null;
try {
  await redeemLoginLink();
  offered = await takeSso();
} catch (fault) {
  problem = asError(fault).message;
}
root.render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App loginProblem={problem} offered={offered} />
    </QueryClientProvider>
  </StrictMode>,
);
