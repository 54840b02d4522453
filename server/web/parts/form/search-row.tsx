/** A search field that is sent by Enter or its button. An empty text is sent, too. */

import { useId } from 'react';
import { Button } from '../button.tsx';
import { t } from '../text/text.ts';

export function SearchRow({ label, onSearch }: { readonly label: string; readonly onSearch: (text: string) => void }) {
  const id = useId();
  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim());
        }}
      >
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
        <input id={id} name="q" type="search" placeholder={label} />
        <Button type="submit" look="primary">
          {t('search')}
        </Button>
      </form>
    </search>
  );
}
