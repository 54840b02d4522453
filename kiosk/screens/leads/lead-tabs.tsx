/** The bar at the bottom: where the thumb is. */
import type { ReactElement } from 'react';
import { ConflictIcon, ScanIcon, SettingsIcon } from '../parts/icons.tsx';
import { useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

export function LeadTabs({ onSettings }: { readonly onSettings: () => void }): ReactElement {
  const { nav, tabs } = useWordsOf(catalogues);
  return (
    <nav className="lead-tabs" aria-label={nav}>
      <a href="#scanner">
        <ScanIcon />
        {tabs.scan}
      </a>
      <a href="#leads">
        <ConflictIcon />
        {tabs.leads}
      </a>
      <button type="button" onClick={onSettings}>
        <SettingsIcon />
        {tabs.settings}
      </button>
    </nav>
  );
}
