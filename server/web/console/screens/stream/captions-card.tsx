/**
 * Captions of one language at a time. Enter sends a line, which viewers see within seconds; a file replaces all
 * captions of the language, and all of them can be saved as a file.
 */
import { useRef, useState } from 'react';
import { languageName } from '#shared/base/language-name.ts';
import { Button } from '../../../parts/button.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow } from '../../../parts/form/fields.tsx';
import { FormRow } from '../../../parts/form/form-row.tsx';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { type Acting, useAct } from '../../../parts/use-act.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { download } from '../../data/save-file.ts';
import { type Caption, captionsPath, readCaptions, sendCaption, uploadCaptions } from './stream-data.ts';

const secondMs = 1_000;

function timeOf({ startMs }: Caption): string {
  const seconds = Math.floor(startMs / secondMs);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

interface CaptionsCardProps {
  readonly eventId: string;
  readonly languages: readonly string[];
}

export function CaptionsCard({ eventId, languages }: CaptionsCardProps) {
  const [text, setText] = useState('');
  const [chosen, setLang] = useState('');
  const lang = languages.includes(chosen) ? chosen : (languages[0] ?? '');
  const { data, error, refresh } = useLiveQuery({
    key: ['captions', eventId, lang],
    read: () => readCaptions(eventId, lang),
    of: ['captions'],
  });
  const acting = useAct(refresh);

  async function send(): Promise<void> {
    if (text.trim() === '') return;
    acting.say('');
    await sendCaption(eventId, text, lang);
    setText('');
    acting.say(t('caption_was_sent'));
    refresh();
  }

  return (
    <section className="card" aria-labelledby="stream-captions">
      <h2 id="stream-captions">{t('captions')}</h2>
      <p>{t('type_what_is_said_enter_sends')}</p>
      <Problem error={acting.problem ?? error} />
      <EditForm title={t('next_caption')} submit={t('send_caption')} isDirty={text !== ''} onSave={send}>
        <ChoiceRow
          label={t('language')}
          name="lang"
          value={lang}
          options={languages.map((one) => ({ value: one, label: languageName(one) }))}
          onChange={setLang}
        />
        <FormRow label={t('caption')} name="text">
          {(row) => (
            <input
              {...row}
              maxLength={500}
              autoComplete="off"
              lang={lang}
              dir="auto"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </FormRow>
      </EditForm>
      <CaptionFile {...{ acting, eventId, lang }} />
      <p role="status">{acting.notice}</p>
      <ul className="rows">
        {(data ?? []).map((caption) => (
          <li key={caption.id}>
            <div>
              <bdi lang={caption.lang}>{caption.text}</bdi>
              <span>{timeOf(caption)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CaptionFileProps {
  readonly eventId: string;
  readonly lang: string;
  readonly acting: Acting;
}

function CaptionFile({ acting, eventId, lang }: CaptionFileProps) {
  const file = useRef<HTMLInputElement>(null);

  async function upload(chosen: File): Promise<void> {
    const language = languageName(lang);
    if (!confirm(t('replace_all_captions_in', { language }))) return;
    let count = 0;
    const isDone = await acting.act('', async () => {
      count = await uploadCaptions(eventId, chosen, lang);
    });
    if (isDone) acting.say(t('captions_were_uploaded', { count: countText(count), language }));
  }

  return (
    <p className="actions stream-file">
      <input
        ref={file}
        type="file"
        accept=".vtt,text/vtt"
        hidden
        aria-label={t('captions_file')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void upload(chosen);
          // The same file can be chosen again after it was corrected.
          target.value = '';
        }}
      />
      <Button onClick={() => file.current?.click()}>{t('upload_a_webvtt_file')}</Button>
      <Button
        onClick={() =>
          void acting.act(t('the_file_was_downloaded'), () =>
            download(captionsPath(eventId, lang), `captions-${lang}.vtt`),
          )
        }
      >
        {t('download')}
      </Button>
    </p>
  );
}
