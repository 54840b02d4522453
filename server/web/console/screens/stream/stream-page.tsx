/** The stream of an event: whether it is on air and how well, who watches, key, targets and captions. */
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Loading } from '../../../parts/states.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useMayWrite } from '../../data/may-write.ts';
import { useRecord } from '../../data/use-record.ts';
import type { EventPageProps } from '../../shell/event-page.ts';
import { readTickets } from '../tickets/ticket-type.ts';
import { AccessCard } from './access-card.tsx';
import { CaptionsCard } from './captions-card.tsx';
import { KeyCard } from './key-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { readStatus, readViewers, type StreamStatus, stateTones } from './stream-data.ts';
import { captionLanguagesOf, type StreamedEvent } from './stream-setting.ts';
import { TargetsCard } from './targets-card.tsx';
import { ViewersCard } from './viewers-card.tsx';
import './stream.css';

/** Returns advice in the language of the reader; the server's sentences are for programs. */
function adviceOf({ health, isSetUp, status }: StreamStatus): readonly string[] {
  const isPublished = status === 'connected' || status === 'live';
  const warnings = isPublished ? (health?.warnings ?? []) : [];
  return [
    ...(isSetUp ? [] : [t('this_server_has_no_streaming_process')]),
    ...warnings.map((one) => named(`warning_${one}`)),
  ];
}

function Health({ status: answer }: { readonly status: StreamStatus }) {
  const { health, player, status } = answer;
  const advice = adviceOf(answer);
  const numbers = health && [
    [t('bitrate'), health.bitrateKbps !== null && t('kilobits', { count: countText(health.bitrateKbps) })],
    [t('frames_a_second'), health.framesPerSecond],
    [t('key_frame_distance'), health.keyFrameSeconds !== null && t('seconds_short', { count: health.keyFrameSeconds })],
    [t('picture'), health.width !== null && `${health.width} × ${health.height}`],
  ];
  return (
    <section className="card" aria-labelledby="stream-state">
      <h2 id="stream-state">{t('state')}</h2>
      <p role="status">
        <StatePill tone={stateTones[status]}>{named(`stream_${status}`)}</StatePill>
      </p>
      {status === 'live' && numbers && (
        <dl className="stream-numbers">
          {numbers.map(([label, value]) => (
            <div key={String(label)}>
              <dt>{label}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
      {advice.length > 0 && (
        <ul>
          {advice.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {player && (
        <p>
          <a href={player} target="_blank" rel="noreferrer">
            {t('open_the_player')}
          </a>{' '}
          <small>{t('only_where_everyone_may_watch')}</small>
        </p>
      )}
    </section>
  );
}

export function StreamPage({ event }: EventPageProps) {
  const mayWrite = useMayWrite();
  const status = useLiveQuery({
    key: ['stream', event.id],
    read: () => readStatus(event.id),
    of: ['streams', 'stream_targets'],
  });
  const setting = useRecord<StreamedEvent>('events', event.id);
  const types = useLiveQuery({
    key: ['ticket_types', event.id],
    read: () => readTickets(event.id),
    of: ['ticket_types'],
  });
  const viewers = useLiveQuery({
    key: ['viewers', event.id],
    read: () => readViewers(event.id),
    of: ['viewer_stats'],
  });
  const languages = setting.data ? captionLanguagesOf(setting.data) : [];
  return (
    <>
      <h1>{t('stream')}</h1>
      <Problem error={status.error ?? viewers.error ?? setting.error ?? types.error} />
      {!status.data && !status.error && <Loading />}
      {status.data && <Health status={status.data} />}
      {status.data?.preview && <PreviewCard address={status.data.preview} />}
      {viewers.data && <ViewersCard viewers={viewers.data} />}
      {mayWrite && types.data && (
        <AccessCard eventId={event.id} player={status.data?.player ?? null} types={types.data.types} />
      )}
      {mayWrite && <KeyCard eventId={event.id} />}
      {mayWrite && <TargetsCard eventId={event.id} />}
      {mayWrite && languages.length > 0 && <CaptionsCard eventId={event.id} languages={languages} />}
    </>
  );
}
