/**
 * The supervisors' board as a sheet: what a person must look at comes from this kiosk's own data and works without a
 * network; pace, kiosks and rooms come from the server, with their age while it cannot be reached. Scanning continues.
 */
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { BoardPicture } from '#kiosk/station/board.ts';
import type { ConflictNotice, Station, StationState } from '#kiosk/station/station.ts';
import { isoTime, parseTime } from '#shared/base/time.ts';
import { Panel, Section } from '../parts/panel.tsx';
import { useStateOf } from '../parts/use-observed.ts';
import { WhoHearsWhom } from '../venue/who-hears-whom.tsx';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { ConflictRows, ReportRows } from './attention.tsx';
import { GateTable } from './gate-table.tsx';
import { KioskCards } from './kiosk-cards.tsx';
import { RoomRows } from './room-rows.tsx';
import { useNewOnes } from './use-new-ones.ts';
import { catalogues } from './words/catalogues.ts';

export interface BoardPanelProps {
  readonly station: Station;
  readonly state: StationState;
  readonly nowMs: number;
  /** A person was admitted twice, just now. */
  readonly onAlarm: () => void;
  readonly onClose: () => void;
}

export function BoardPanel({ station, state, nowMs, onAlarm, onClose }: BoardPanelProps): ReactElement {
  const words = useWordsOf(catalogues);
  const picture = useStateOf(station.board);
  const { board } = picture;
  useEffect(() => station.board.watch(), [station]);
  return (
    <Panel title={words.title} onClose={onClose}>
      <div className="board">
        <Alarm conflicts={state.conflicts} onAlarm={onAlarm} />
        <Freshness picture={picture} nowMs={nowMs} />
        {state.conflicts.length > 0 && (
          <Section title={words.conflicts}>
            <ConflictRows conflicts={state.conflicts} nowMs={nowMs} onSeen={(id) => station.acknowledgeConflict(id)} />
          </Section>
        )}
        {picture.reports.length > 0 && (
          <Section title={words.reports}>
            <ReportRows reports={picture.reports} nowMs={nowMs} onSeen={(id) => station.board.acknowledgeReport(id)} />
          </Section>
        )}
        <WhoHearsWhom venue={station.venue} />
        <Lists picture={picture} />
        {board !== null && (
          <>
            <Section title={words.gates}>
              <GateTable gates={board.gates} nowMs={nowMs} />
            </Section>
            <Section title={words.kiosks}>
              <KioskCards kiosks={board.kiosks} nowMs={nowMs} />
            </Section>
            {board.rooms.length > 0 && (
              <Section title={words.rooms}>
                <RoomRows rooms={board.rooms} />
              </Section>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

interface AlarmProps {
  readonly conflicts: readonly ConflictNotice[];
  readonly onAlarm: () => void;
}

function Alarm({ conflicts, onAlarm }: AlarmProps): ReactElement {
  const words = useWordsOf(catalogues);
  const [fresh, setFresh] = useState<{ readonly count: number; readonly name: string | null } | null>(null);
  const ids = useMemo(() => conflicts.map(({ id }) => id), [conflicts]);
  useNewOnes(ids, (newIds) => {
    const first = conflicts.find(({ id }) => id === newIds[0]);
    setFresh({ count: newIds.length, name: first?.name ?? null });
    onAlarm();
  });
  const said = (of: NonNullable<typeof fresh>): string =>
    of.count === 1 ? words.admittedTwice(of.name ?? words.unknownPerson) : words.manyTwice(of.count);
  return (
    <div role="status" className="board-alarm">
      {fresh !== null && (
        <div className="board-banner">
          <strong>{said(fresh)}</strong>
          <button type="button" className="button" onClick={() => setFresh(null)}>
            {words.hide}
          </button>
        </div>
      )}
    </div>
  );
}

function Freshness({ picture, nowMs }: { readonly picture: BoardPicture; readonly nowMs: number }): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const { asking, board, online } = picture;
  if (online) return <p className="board-fresh">{words.fresh}</p>;
  if (asking)
    return (
      <p className="board-fresh" role="status">
        {words.asking}
      </p>
    );
  const atMs = board === null ? null : parseTime(board.at);
  const sentence =
    atMs === null ? words.never : words.stale(format.duration(nowMs - atMs), format.ago(isoTime(atMs), nowMs));
  return (
    <p className="board-stale" role="status" data-board-age={board?.at ?? ''}>
      {sentence}
    </p>
  );
}

function Lists({ picture }: { readonly picture: BoardPicture }): ReactElement | null {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  if (picture.lists.length === 0) return null;
  return (
    <Section title={words.lists}>
      <dl className="board-lists">
        {picture.lists.map(({ id, name, checkedIn }) => (
          <div key={id}>
            <dt dir="auto">{name}</dt>
            <dd>{format.number(checkedIn)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
