/** The first load of a gate's registrations: how far it is, and what happens when it stops. */
import type { ReactElement } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import { percent } from './status-words.ts';
import { number } from './words.ts';

export function LoadingScreen({ station }: { readonly station: StationState }): ReactElement {
  const { sync } = station;
  const loading = sync.phase === 'loading' ? sync : null;
  return (
    <div className="loading">
      <h1>Getting ready</h1>
      {loading === null ? (
        <p>
          {sync.phase === 'offline'
            ? `The server cannot be reached: ${sync.reason}`
            : 'Asking the server for the list of registrations…'}
        </p>
      ) : (
        <p className="loading-count">
          <strong>{number(loading.loadedRows)}</strong> of {number(loading.totalRows)} registrations
        </p>
      )}
      <progress
        aria-label="Registrations loaded"
        max={loading === null ? 1 : Math.max(1, loading.totalRows)}
        {...(loading === null ? {} : { value: loading.loadedRows })}
      />
      <p className="hint">
        {loading === null ? '' : `${percent(loading.loadedRows, loading.totalRows)} %. `}
        If the connection breaks, nothing is lost: loading goes on where it stopped as soon as the server answers. This
        kiosk can admit people when the list is complete, and from then on without a network too.
      </p>
    </div>
  );
}
