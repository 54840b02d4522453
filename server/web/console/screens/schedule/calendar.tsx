/**
 * A day of the schedule with a column for each room. A session is moved with a mouse or pen, or with the arrow keys and Enter;
 * on a phone the sessions stand in a list, and are moved in their form.
 */
import { type CSSProperties, type DOMAttributes, useId } from 'react';
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import {
  clockOf,
  columnOf,
  type Day,
  lanesOf,
  lengthOf,
  type Place,
  placeOf,
  type Session,
  shortMs,
  tinyMs,
} from './schedule-data.ts';
import { minuteMs, pxPerMinute, useMoving } from './use-moving.ts';

export interface CalendarProps {
  readonly event: EventSummary;
  readonly day: Day;
  readonly conflicting: ReadonlySet<string>;
  readonly mayWrite: boolean;
  readonly colorOf: (session: Session) => string | null;
  readonly onMove: (session: Session, place: Place) => void;
  readonly say: (text: string) => void;
}

const hourMs = 60 * minuteMs;
const px = (ms: number) => `${(ms / minuteMs) * pxPerMinute}px`;

/** Custom properties, which the style sheet uses where the sessions stand in a calendar. */
function styleOf(values: Readonly<Record<string, string | null>>): CSSProperties {
  const set = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(set.map(([name, value]) => [`--${name}`, value])) as CSSProperties;
}

interface CardProps {
  readonly session: Session;
  readonly place: Place;
  readonly isMoving: boolean;
  readonly isConflict: boolean;
  readonly style: CSSProperties;
  readonly time: (ms: number) => string;
  readonly href: string;
  /** Null: it cannot be moved. */
  readonly handlers: (DOMAttributes<HTMLElement> & { readonly 'aria-describedby': string }) | null;
}

function Card({ session, place, isMoving, isConflict, style, time, href, handlers }: CardProps) {
  const { booked, capacity, speakers, status, title, waiting } = session;
  const isOver = status === 'cancelled';
  const lengthMs = lengthOf(session);
  const classes = [
    'schedule-session',
    lengthMs < tinyMs ? 'tiny' : lengthMs < shortMs && 'short',
    isMoving && 'moving',
    isConflict && 'conflict',
    isOver && 'over',
  ];
  return (
    <li className={classes.filter(Boolean).join(' ')} style={style}>
      <a href={href} draggable={false} {...handlers}>
        <small>
          {time(place.startsMs)}–{time(place.startsMs + lengthMs)}
          <span className="schedule-room">{place.room && ` · ${place.room}`}</span>
          {isConflict && <span className="schedule-mark"> · {t('conflict')}</span>}
        </small>
        <b>{title}</b>
        <small className="schedule-more">
          {speakers.length > 0 && (
            <>
              <bdi>{speakers.join(', ')}</bdi> ·{' '}
            </>
          )}
          {capacity === null ? t('booked_count', { booked }) : t('booked_of', { booked, capacity })}
          {waiting > 0 && t('waiting_count', { waiting })}
        </small>
        {isOver && <small>{t('cancelled')}</small>}
      </a>
    </li>
  );
}

function Hours({ day: { fromMs, toMs }, time }: { readonly day: Day; readonly time: (ms: number) => string }) {
  const hours = Array.from({ length: Math.round((toMs - fromMs) / hourMs) + 1 }, (_, i) => fromMs + i * hourMs);
  return (
    <ol className="schedule-hours" aria-hidden="true" style={styleOf({ size: px(toMs - fromMs) })}>
      {hours.map((ms) => (
        <li key={ms} style={styleOf({ top: px(ms - fromMs) })}>
          {time(ms)}
        </li>
      ))}
    </ol>
  );
}

export function Calendar({ event, day, conflicting, mayWrite, colorOf, onMove, say }: CalendarProps) {
  const time = clockOf(event.timezone);
  const whereText = ({ room, startsMs }: Place) => `${time(startsMs)}, ${room ?? t('no_room')}`;
  const { handlersOf, moving } = useMoving({ day, onMove, say, whereText });
  const { fromMs, rooms, sessions, toMs } = day;
  const keys = useId();

  const card = (session: Session, [lane, lanes]: readonly [number, number]) => {
    const isMoving = moving?.id === session.id;
    const place = isMoving ? moving.place : placeOf(session);
    const style = styleOf({
      top: px(place.startsMs - fromMs),
      size: px(lengthOf(session)),
      start: `${(lane / lanes + columnOf(day, place.room) - columnOf(day, session.room)) * 100}%`,
      width: `${100 / lanes}%`,
      color: colorOf(session),
    });
    const handlers =
      mayWrite && session.status === 'scheduled' ? { ...handlersOf(session), 'aria-describedby': keys } : null;
    const href = `#/schedule/${event.id}/${session.id}`;
    const isConflict = conflicting.has(session.id);
    return <Card key={session.id} {...{ session, place, isMoving, isConflict, style, time, href, handlers }} />;
  };

  return (
    <div className="schedule-day">
      <p id={keys} className="visually-hidden">
        {t('arrow_keys_move_the_session')}
      </p>
      <Hours {...{ day, time }} />
      {rooms.map((room) => {
        const here = sessions.filter((one) => columnOf(day, one.room) === columnOf(day, room));
        const lanes = lanesOf(here);
        const name = room ?? t('without_a_room');
        return (
          // A group and no landmark: the same room has a column on each day.
          <div key={name} role="group" className="schedule-column" aria-label={name}>
            <h3>{name}</h3>
            <ul style={styleOf({ size: px(toMs - fromMs), hour: px(hourMs) })}>
              {here.map((session) => card(session, lanes.get(session.id) ?? [0, 1]))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
