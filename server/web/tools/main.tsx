/** The page at /api/docs/browser-tools: mounts the SDK's hooks as an app would, and shows and calls what they register. */
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserToolsPage } from './browser-tools-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
// Below /sandbox the same page speaks to the sandbox.
const baseUrl = location.origin + location.pathname.replace(/\/api\/docs\/browser-tools\/?$/, '');
createRoot(root).render(
  <StrictMode>
    <BrowserToolsPage baseUrl={baseUrl} />
  </StrictMode>,
);
