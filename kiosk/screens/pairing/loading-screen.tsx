/** The first load of an event's registrations: how many are loaded, or why the server cannot be used. */
import type { ReactElement } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import { share } from '../parts/share.ts';
import { failWords } from '../words/code-words.ts';
import { useWords } from '../words/use-words.tsx';

export function LoadingScreen({ station }: { readonly station: StationState }): ReactElement {
  const words = useWords();
  const { loading: said, format } = words;
  const { sync } = station;
  const loading = sync.phase === 'loading' ? sync : null;
  return (
    <div className="loading">
      <h1>{said.title}</h1>
      {loading === null ? (
        <p>{sync.phase === 'offline' ? `${said.unreachable} ${failWords(sync.reason, words)}` : said.asking}</p>
      ) : (
        <p className="loading-count">
          <strong>{format.number(loading.loadedRows)}</strong> {said.of(loading.totalRows)}
        </p>
      )}
      <progress
        aria-label={said.progress}
        max={loading === null ? 1 : Math.max(1, loading.totalRows)}
        {...(loading === null ? {} : { value: loading.loadedRows })}
      />
      <p className="hint">
        {loading !== null && `${format.percent(share(loading.loadedRows, loading.totalRows))} · `}
        {said.hint}
      </p>
    </div>
  );
}
