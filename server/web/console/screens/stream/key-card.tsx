/** Shows an encoder's address and key; the key appears when it is asked for and not before. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { ValueRow } from '../../../parts/value-row.tsx';
import { readKey, rotateKey, type StreamKey } from './stream-data.ts';

/** Returns a command that sends a picture with a clock and a tone to this address with this key. */
const testCommand = ({ ingestUrl, streamKey }: StreamKey) =>
  t('test_stream_command', { address: `${ingestUrl}/${streamKey}` });

export function KeyCard({ eventId }: { readonly eventId: string }) {
  const [key, setKey] = useState<StreamKey | null>(null);
  const acting = useAct(() => undefined);

  function rotate(): void {
    if (!confirm(t('replace_the_stream_key'))) return;
    void acting.act(t('the_stream_key_was_replaced'), async () => setKey(await rotateKey(eventId)));
  }

  return (
    <section className="card" aria-labelledby="stream-key">
      <h2 id="stream-key">{t('broadcast')}</h2>
      <p>{t('enter_address_and_key_in_your')}</p>
      <p>{t('for_viewers_with_a_slow_connection', { key: '…' })}</p>
      <Problem error={acting.problem} />
      {key && (
        <dl>
          {key.ingestUrl !== null && <ValueRow label={t('server_address')} value={key.ingestUrl} />}
          <ValueRow label={t('stream_key')} value={key.streamKey} />
          <ValueRow label={t('stream_key_of_a_further_quality')} value={`${key.streamKey}_low`} />
          {key.ingestUrl !== null && <ValueRow label={t('test_stream')} value={testCommand(key)} />}
        </dl>
      )}
      <p className="actions">
        {key ? (
          <Button onClick={() => setKey(null)}>{t('hide')}</Button>
        ) : (
          <Button onClick={() => void acting.act('', async () => setKey(await readKey(eventId)))}>
            {t('show_the_stream_key')}
          </Button>
        )}
        <Button look="danger" onClick={rotate}>
          {t('replace_key')}
        </Button>
      </p>
      <p role="status">{acting.notice}</p>
    </section>
  );
}
