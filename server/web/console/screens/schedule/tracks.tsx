/** Tracks of the schedule: sessions on one subject, with the colour that marks them in the calendar. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../parts/form/fields.tsx';
import { FormRow } from '../../../parts/form/form-row.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import type { Schedule } from './schedule-data.ts';

type Track = Schedule['tracks'][number];

export interface TracksProps {
  readonly event: EventSummary;
  readonly schedule: Schedule;
  readonly mayWrite: boolean;
  readonly refresh: () => void;
}

/** Colours that new tracks get in turn: neighbours differ clearly, in brightness as well. */
const colors = ['#2f6fed', '#c2410c', '#0f766e', '#a21caf', '#a16207', '#475569'] as const;

export function Tracks({ event, schedule, mayWrite, refresh }: TracksProps) {
  const [edited, setEdited] = useState<Track | 'new' | null>(null);
  const acting = useAct(refresh);
  const { sessions, tracks } = schedule;
  const countOf = ({ id }: Track) => sessions.filter(({ track }) => track === id).length;
  const remove = (track: Track) =>
    confirm(t('remove_the_track', { name: track.name })) &&
    void acting.act(t('track_removed', { name: track.name }), () => request('DELETE', `/api/v1/tracks/${track.id}`));

  async function save({ color, name }: { readonly name: string; readonly color: string }): Promise<void> {
    const body = { name: name.trim(), color };
    if (edited === 'new') await request('POST', `/events/${event.id}/tracks`, body);
    else if (edited) await request('PATCH', `/api/v1/tracks/${edited.id}`, body);
    setEdited(null);
    refresh();
  }

  return (
    <section aria-labelledby="schedule-tracks">
      <div className="head">
        <h2 id="schedule-tracks">{t('tracks')}</h2>
        {mayWrite && edited === null && <Button onClick={() => setEdited('new')}>{t('add_a_track')}</Button>}
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem} />
      {tracks.length === 0 && edited === null && <p>{t('no_tracks_yet')}</p>}
      <ul className="rows">
        {tracks.map((track) => (
          <li key={track.id}>
            <div>
              <span className="schedule-track" style={{ borderColor: track.color ?? undefined }}>
                <b>{track.name}</b>
              </span>
              <span>{t('sessions_count', { count: countOf(track) })}</span>
            </div>
            {mayWrite && (
              <>
                <Button small of={track.name} onClick={() => setEdited(track)}>
                  {t('edit')}
                </Button>
                {countOf(track) === 0 && (
                  <Button small look="danger" of={track.name} onClick={() => remove(track)}>
                    {t('remove')}
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && (
        <TrackForm
          key={edited === 'new' ? 'new' : edited.id}
          track={edited === 'new' ? null : edited}
          color={colors[tracks.length % colors.length] ?? colors[0]}
          onCancel={() => setEdited(null)}
          onSave={save}
        />
      )}
    </section>
  );
}

interface TrackFormProps {
  /** Null: a new one. */
  readonly track: Track | null;
  /** Colour for a track that has none. */
  readonly color: string;
  readonly onCancel: () => void;
  readonly onSave: (values: { readonly name: string; readonly color: string }) => Promise<void>;
}

function TrackForm({ track, color, onCancel, onSave }: TrackFormProps) {
  const { isDirty, set, value } = useDraft({ name: track?.name ?? '', color: track?.color ?? color });
  return (
    <EditForm
      title={track ? t('edit_track', { name: track.name }) : t('new_track')}
      submit={track ? t('save') : t('add_track')}
      {...{ isDirty, onCancel }}
      onSave={() => onSave(value)}
    >
      <TextRow
        label={t('name')}
        name="name"
        required
        maxLength={120}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <FormRow label={t('color_in_the_calendar')} name="color">
        {(row) => (
          <input {...row} type="color" value={value.color} onChange={({ target }) => set({ color: target.value })} />
        )}
      </FormRow>
    </EditForm>
  );
}
