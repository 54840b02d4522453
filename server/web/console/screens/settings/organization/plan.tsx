/** The plan of the organization, and what it uses. */

import { countText } from '../../../../parts/money-text.ts';
import { t } from '../../../../parts/text/text.ts';
import type { Who } from '../../../data/current-actor.ts';
import { useOnceQuery } from '../../../data/once-query.ts';
import { listPage } from '../../../data/page-query.ts';

interface Usage {
  readonly id: string;
  readonly bytes: number;
  readonly files: number;
}

const mebibyte = 1_024 * 1_024;

export function Plan({ who }: { readonly who: Who }) {
  const { data } = useOnceQuery(['storage-usage'], async () => {
    const [usage] = (await listPage<Usage>('storage_usage', { limit: 1 })).data;
    return usage ?? { id: '', bytes: 0, files: 0 };
  });
  return (
    <section className="card">
      <h2>{t('plan')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('plan')}</dt>
          <dd>{who.tenant.plan}</dd>
        </div>
        {data && (
          <div>
            <dt>{t('uploaded_files')}</dt>
            <dd>
              {t('files_of_mb', { count: countText(data.files), size: countText(Math.ceil(data.bytes / mebibyte)) })}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
