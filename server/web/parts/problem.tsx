/** Shows what went wrong as sentences, each with a link to the screen where it is put right, if there is one. */
import { useContext } from 'react';
import type { Refusal } from '#shared/base/result.ts';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from './as-error.ts';
import { refusalText } from './refusal-text.ts';
import { t } from './text/text.ts';
import { WayOutOf } from './way-out.ts';

export function Problem({ error }: { readonly error: GatehouseError | null }) {
  if (!error) return null;
  return (
    <div className="problem" role="alert" tabIndex={-1}>
      {asError(error).errors.map((one) => (
        <Sentence key={`${one.code}${one.path ?? ''}`} refusal={one} />
      ))}
    </div>
  );
}

function Sentence({ refusal }: { readonly refusal: Refusal }) {
  const way = useContext(WayOutOf)(refusal);
  return (
    <p>
      {refusalText(refusal, () => null)} {way && <a href={way.href}>{t('go_to', { page: way.page })}</a>}
    </p>
  );
}
