/** A session in its form: made, changed, cancelled. */
import { useEffect, useState } from 'react';
import { fromZonedInput, zonedInput } from '#shared/base/zoned-input.ts';
import { Button } from '../../../parts/button.tsx';
import { Drawer } from '../../../parts/drawer.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, LongTextRow, NumberRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { fieldText, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { type Acting, useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { goTo } from '../../shell/address.ts';
import { lengthOf, type Schedule, type Session, stepMs } from './schedule-data.ts';
import { SessionRatings } from './session-ratings.tsx';

export interface SessionFormProps {
  readonly event: EventSummary;
  readonly schedule: Schedule;
  /** Null: a new one. */
  readonly session: Session | null;
  readonly mayWrite: boolean;
  readonly refresh: () => void;
}

/** Length of a new session; less where the event ends before. */
const usualMs = 60 * 60_000;

/**
 * Provides the initial times of the session. A change of the start moves the end and keeps the length, until the end is set.
 *
 * @returns the two fields, and what changes with one of them
 */
function useTimes({ endsAt, startsAt, timezone }: EventSummary, session: Session | null) {
  const [isEndSet, setEndSet] = useState(false);
  // Rounded up, because the field has whole minutes: rounded down, a new session would begin before the event.
  const firstMs = session ? Date.parse(session.startsAt) : Math.ceil(Date.parse(startsAt) / stepMs) * stepMs;
  const lengthMs = session ? lengthOf(session) : Math.max(stepMs, Math.min(usualMs, Date.parse(endsAt) - firstMs));
  const endAfter = (startMs: number): string => zonedInput(startMs + lengthMs, timezone);
  return {
    first: { startsAt: zonedInput(firstMs, timezone), endsAt: endAfter(firstMs) },
    start(given: string) {
      const moment = fromZonedInput(given, timezone);
      return { startsAt: given, ...(moment !== null && !isEndSet && { endsAt: endAfter(Date.parse(moment)) }) };
    },
    end(given: string) {
      setEndSet(true);
      return { endsAt: given };
    },
  };
}

export function SessionForm({ event, schedule, session, mayWrite, refresh }: SessionFormProps) {
  const close = () => goTo(`/schedule/${event.id}`);
  const acting = useAct(refresh);
  const [done, setDone] = useState(false);
  const times = useTimes(event, session);
  const draft = useDraft({
    title: session?.title ?? '',
    description: session?.description ?? '',
    track: session?.track ?? '',
    ...times.first,
    room: session?.room ?? '',
    capacity: fieldText(session?.capacity),
    speakers: (session?.speakers ?? []).join('\n'),
  });
  const { set, value } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was saved
  useEffect(() => {
    if (done) close();
  }, [done]);

  async function save(): Promise<void> {
    const speakers = value.speakers.split('\n').flatMap((line) => textOrNull(line)?.trim() ?? []);
    const body = {
      title: value.title.trim(),
      description: textOrNull(value.description),
      track: textOrNull(value.track),
      startsAt: fromZonedInput(value.startsAt, event.timezone),
      endsAt: fromZonedInput(value.endsAt, event.timezone),
      room: textOrNull(value.room),
      capacity: wholeOrNull(value.capacity, 'capacity'),
      speakers,
    };
    if (session) await request('PATCH', `/api/v1/sessions/${session.id}`, body);
    else await request('POST', `/events/${event.id}/sessions`, body);
    refresh();
    setDone(true);
  }

  return (
    <Drawer title={session ? session.title : t('add_a_session')} onClose={close}>
      <Problem error={acting.problem} />
      <EditForm
        title={t('programme_session')}
        submit={session ? t('save_session') : t('add_session')}
        isDirty={draft.isDirty && !done}
        disabled={!mayWrite}
        onSave={save}
      >
        <SessionFields {...{ event, set, times, tracks: schedule.tracks, value }} />
      </EditForm>
      {session && session.status === 'scheduled' && Date.parse(session.startsAt) <= Date.now() && (
        <SessionRatings session={session} />
      )}
      {session && mayWrite && session.status === 'scheduled' && <CancelSession session={session} acting={acting} />}
    </Drawer>
  );
}

function CancelSession({ session, acting }: { readonly session: Session; readonly acting: Acting }) {
  const [isAsked, setAsked] = useState(false);
  const { id, title } = session;
  if (!isAsked)
    return (
      <Button look="danger" onClick={() => setAsked(true)}>
        {t('cancel_session')}
      </Button>
    );
  return (
    <EditForm
      title={t('cancel_the_session', { title })}
      submit={t('cancel_session')}
      dismiss={t('keep_session')}
      isDanger
      isDirty={false}
      onCancel={() => setAsked(false)}
      onSave={async () => {
        const cancel = () => request('PATCH', `/api/v1/sessions/${id}`, { status: 'cancelled' });
        if (await acting.act(t('session_cancelled'), cancel)) setAsked(false);
      }}
    >
      <p>{t('everyone_who_booked_gets_an_email')}</p>
    </EditForm>
  );
}

interface SessionDraft {
  readonly title: string;
  readonly description: string;
  readonly track: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly room: string;
  readonly capacity: string;
  readonly speakers: string;
}

interface SessionFieldsProps {
  readonly event: EventSummary;
  readonly tracks: Schedule['tracks'];
  readonly times: ReturnType<typeof useTimes>;
  readonly value: SessionDraft;
  readonly set: (patch: Partial<SessionDraft>) => void;
}

function SessionFields({ event, tracks, times, value, set }: SessionFieldsProps) {
  return (
    <>
      <TextRow
        label={t('title')}
        name="title"
        required
        maxLength={200}
        value={value.title}
        onChange={(title) => set({ title })}
      />
      <LongTextRow
        label={t('description')}
        name="description"
        hint={t('shown_on_the_attendees_page')}
        maxLength={10_000}
        value={value.description}
        onChange={(description) => set({ description })}
      />
      <ChoiceRow
        label={t('track')}
        name="track"
        value={value.track}
        options={[{ value: '', label: t('none') }, ...tracks.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(track) => set({ track })}
      />
      <TimeRow
        label={t('starts')}
        name="startsAt"
        required
        timezone={event.timezone}
        value={value.startsAt}
        onChange={(startsAt) => set(times.start(startsAt))}
      />
      <TimeRow
        label={t('ends')}
        name="endsAt"
        required
        timezone={event.timezone}
        value={value.endsAt}
        onChange={(endsAt) => set(times.end(endsAt))}
      />
      <TextRow label={t('room')} name="room" maxLength={120} value={value.room} onChange={(room) => set({ room })} />
      <NumberRow
        label={t('spots')}
        name="capacity"
        hint={t('if_empty_everyone_can_book')}
        value={value.capacity}
        onChange={(capacity) => set({ capacity })}
      />
      <LongTextRow
        label={t('speakers')}
        name="speakers"
        hint={t('one_name_per_line')}
        value={value.speakers}
        onChange={(speakers) => set({ speakers })}
      />
    </>
  );
}
