/** Typing captions: Enter sends a line, which viewers see within seconds. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { type Caption, readCaptions, sendCaption } from './stream-data.ts';

const secondMs = 1_000;

function timeOf({ startMs }: Caption): string {
  const seconds = Math.floor(startMs / secondMs);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

export function CaptionsCard({ eventId }: { readonly eventId: string }) {
  const [text, setText] = useState('');
  const [lang, setLang] = useState('en');
  const { data, error, refresh } = useLiveQuery({
    key: ['captions', eventId],
    read: () => readCaptions(eventId),
    of: ['captions'],
  });
  const acting = useAct(refresh);

  function send(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '') return;
    void acting
      .act(t('caption_was_sent'), () => sendCaption(eventId, text, lang))
      .then((isSent) => isSent && setText(''));
  }

  return (
    <section className="card" aria-labelledby="stream-captions">
      <h2 id="stream-captions">{t('captions')}</h2>
      <p>{t('type_what_is_said_enter_sends')}</p>
      <Problem error={acting.problem ?? error} />
      <form onSubmit={send} className="edit">
        <div className="row">
          <label htmlFor="caption-lang">{t('language')}</label>
          <input
            id="caption-lang"
            required
            maxLength={35}
            pattern="[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}"
            value={lang}
            onChange={({ target }) => setLang(target.value)}
          />
        </div>
        <div className="row">
          <label htmlFor="caption-text">{t('caption')}</label>
          <input
            id="caption-text"
            maxLength={500}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <p className="actions">
          <Button type="submit">{t('send_caption')}</Button>
        </p>
      </form>
      <p role="status">{acting.notice}</p>
      <ul className="rows">
        {(data ?? []).map((caption) => (
          <li key={caption.id}>
            <div>
              <bdi lang={caption.lang}>{caption.text}</bdi>
              <span>
                {timeOf(caption)} · {caption.lang}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
