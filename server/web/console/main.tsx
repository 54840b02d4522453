/** The console's start: redeem the login link, or what single sign-on ended with, if there is one, then show the app. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { must } from '#shared/base/assert.ts';
import { redeemLoginLink } from './api.ts';
import { App } from './app.tsx';
import './console.css';
import { prepareRenewal } from './renewal.ts';
import { type OfferedLogin, takeSso } from './single-sign-on.ts';

const root = createRoot(must(document.getElementById('root'), 'the page has #root'));
void prepareRenewal();
let problem: string | null = null;
let offered: OfferedLogin | null = null;
try {
  await redeemLoginLink();
  offered = await takeSso();
} catch (fault) {
  problem = fault instanceof Error ? fault.message : String(fault);
}
root.render(
  <StrictMode>
    <App loginProblem={problem} offered={offered} />
  </StrictMode>,
);
