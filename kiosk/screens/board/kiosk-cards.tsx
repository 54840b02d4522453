/** A card for each kiosk, with what the kiosk last reported to the server. */
import type { ReactElement } from 'react';
import { isoTime } from '#shared/base/time.ts';
import type { BoardKiosk } from '#shared/sync/board.ts';
import type { Formats } from '../words/formats.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { ageOf, clockOffMs, dataOldMs, queueOldMs } from './ages.ts';
import type { BoardWords } from './words/board-words.ts';
import { catalogues } from './words/catalogues.ts';

interface Fact {
  readonly label: string;
  readonly value: string;
  /** A person should look at it. */
  readonly odd: boolean;
}

export function KioskCards({ kiosks, nowMs }: { kiosks: readonly BoardKiosk[]; nowMs: number }): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  return (
    <ul className="board-kiosks">
      {kiosks.map((kiosk) => (
        <li key={kiosk.id} className="card" data-kiosk={kiosk.id}>
          <h4 className="card-title">
            <bdi>{kiosk.name}</bdi>
          </h4>
          <p className="hint">
            <bdi>{kiosk.gateName}</bdi>
          </p>
          <dl className="board-facts">
            {factsOf(kiosk, nowMs, words, format).map(({ label, value, odd }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd data-odd={odd}>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function factsOf(kiosk: BoardKiosk, nowMs: number, words: BoardWords, format: Formats): readonly Fact[] {
  const { presence, lastSeenAt, dataAsOf, pending, oldestUnsentAt, parked, softwareVersion } = kiosk;
  const silent = ageOf(lastSeenAt, nowMs);
  const data = ageOf(dataAsOf, nowMs);
  const queue = ageOf(oldestUnsentAt, nowMs);
  const agoOf = (ageMs: number): string => format.ago(isoTime(nowMs - ageMs), nowMs);
  const offline = presence !== 'online';
  const heard = silent === null ? words.neverHeard : (offline ? words.offline : words.online)(agoOf(silent));
  const number = (n: number | null): string => (n === null ? words.unknown : format.number(n));
  const unsent = queue === null ? number(pending) : words.oldest(number(pending), agoOf(queue));
  return [
    { label: words.connection, value: heard, odd: offline },
    {
      label: words.data,
      value: data === null ? words.unknown : words.old(format.duration(data), agoOf(data)),
      odd: (data ?? 0) > dataOldMs,
    },
    { label: words.unsent, value: unsent, odd: (queue ?? 0) > queueOldMs },
    { label: words.parked, value: number(parked), odd: (parked ?? 0) > 0 },
    { label: words.printer, ...printerOf(kiosk, words) },
    { label: words.clock, ...clockOf(kiosk, words, format) },
    { label: words.software, value: softwareVersion ?? words.unknown, odd: false },
  ];
}

function printerOf({ printer, paper }: BoardKiosk, words: BoardWords): Omit<Fact, 'label'> {
  const known = (state: string | null): state is keyof BoardWords['printers'] =>
    state !== null && state in words.printers;
  const state = known(printer) ? words.printers[printer] : words.unknown;
  const paperText = paper === 'low' || paper === 'out' ? words.papers[paper] : '';
  return { value: [state, paperText].filter(Boolean).join(' · '), odd: printer === 'error' || paperText !== '' };
}

function clockOf({ clockOffsetMs, clockTrusted }: BoardKiosk, words: BoardWords, format: Formats): Omit<Fact, 'label'> {
  if (clockTrusted === false) return { value: words.clockUnsure, odd: true };
  if (clockOffsetMs === null) return { value: words.unknown, odd: false };
  const off = Math.abs(clockOffsetMs);
  if (off <= clockOffMs) return { value: words.clockRight, odd: false };
  return { value: words.clockOff(format.duration(off)), odd: true };
}
