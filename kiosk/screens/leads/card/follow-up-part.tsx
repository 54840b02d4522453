/** The date for following up a lead. */
import type { ReactElement } from 'react';
import { followUps } from '#shared/leads/edit.ts';
import { Choice } from '../../parts/choices.tsx';
import { useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import type { CardPartProps } from './card-part.ts';

export function FollowUpPart({ shown: { lead }, enter }: CardPartProps): ReactElement {
  const { lead: words } = useWordsOf(catalogues);
  return (
    <Choice
      legend={words.followUp}
      options={followUps.map((value) => ({ value, label: words.followUps[value] }))}
      value={lead.followUp}
      onChange={(value) => enter('follow_up', value)}
    />
  );
}
