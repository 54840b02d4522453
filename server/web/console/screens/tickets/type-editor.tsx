/** One ticket type beside the list: made, changed, removed while no seat of it is held or sold. */

import { useEffect, useState } from 'react';
import { allRefusals } from '../../../parts/as-error.ts';
import { Button } from '../../../parts/button.tsx';
import { Drawer } from '../../../parts/drawer.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { keyFor } from '../../../parts/form/key-for.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { Problem } from '../../../parts/problem.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { client } from '../../data/client.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { seatsTaken } from '../../data/seats-taken.ts';
import { createRecord } from '../../data/use-record.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import { goTo } from '../../shell/address.ts';
import { soldOf } from './sale-state.ts';
import type { TicketsData, TicketType } from './ticket-type.ts';
import { draftOfType, emptyType, valuesOfType } from './type-draft.ts';
import { TypeFields } from './type-fields.tsx';

export interface TypeEditorProps {
  readonly event: EventSummary;
  readonly data: TicketsData;
  /** `new`: one to be made. */
  readonly id: string;
  readonly mayWrite: boolean;
  readonly onSaved: () => void;
}

const labels = {
  name: t('name'),
  description: t('description'),
  price: t('price'),
  quantity: t('quantity'),
  minPerOrder: t('at_least_per_order'),
  maxPerOrder: t('at_most_per_order'),
  priceSteps: t('price_steps'),
  saleStart: t('start_of_the_sale'),
  saleEnd: t('end_of_the_sale'),
  taxPercent: t('tax'),
} as const;

const admissionsOf = ({ types }: TicketsData, but: string) =>
  types.filter(({ kind, id }) => kind !== 'add_on' && id !== but).map(({ id, name }) => ({ value: id, label: name }));

export function TypeEditor(props: TypeEditorProps) {
  const { event, data, id } = props;
  const close = () => goTo(`/tickets/${event.id}`);
  if (id === 'new')
    return (
      <Drawer title={t('new_ticket_type')} onClose={close}>
        <NewType {...props} onDone={close} />
      </Drawer>
    );
  const type = data.types.find((one) => one.id === id);
  return (
    <Drawer title={type?.name ?? t('ticket_type')} onClose={close}>
      {type ? <ChangeType {...props} type={type} onGone={close} /> : <EmptyState>{t('it_was_deleted')}</EmptyState>}
    </Drawer>
  );
}

function NewType({ event, data, mayWrite, onSaved, onDone }: TypeEditorProps & { readonly onDone: () => void }) {
  const { value, isDirty, set } = useDraft(emptyType(event.timezone, data.types[0]?.currency ?? 'EUR'));
  const [isMade, setMade] = useState(false);
  useEffect(() => {
    if (isMade) onDone();
  });

  async function save(): Promise<void> {
    const keys = data.types.map(({ key }) => key);
    const position = 1 + Math.max(-1, ...data.types.map((type) => type.position));
    const values = {
      ...allRefusals(() => valuesOfType(value)),
      event: event.id,
      key: keyFor(value.name, keys),
      position,
    };
    await createRecord<TicketType>('ticket_types', values);
    onSaved();
    setMade(true);
  }

  return (
    <EditForm
      title={t('details')}
      submit={t('add_ticket_type')}
      isDirty={isDirty && !isMade}
      disabled={!mayWrite}
      onSave={save}
    >
      <TypeFields value={value} set={set} admissions={admissionsOf(data, '')} />
    </EditForm>
  );
}

interface ChangeTypeProps extends TypeEditorProps {
  readonly type: TicketType;
  readonly onGone: () => void;
}

function ChangeType({ event, data, type, mayWrite, onSaved, onGone }: ChangeTypeProps) {
  const acting = useAct(onSaved);
  const sold = soldOf(data, type);

  async function remove(): Promise<void> {
    if (!confirm(t('delete_this_cannot_be_undone', { name: type.name }))) return;
    if (await acting.act('', () => client.ticket_types.delete(type.id))) onGone();
  }

  return (
    <>
      {type.quantity >= 0 && type.quantity < sold && (
        <p className="note warn">{tx('are_sold_more_than_the_quantity', { sold, quantity: type.quantity })}</p>
      )}
      <RecordEdit
        title={t('details')}
        collection="ticket_types"
        record={type}
        draftOf={(record) => draftOfType(record, event.timezone)}
        valuesOf={valuesOfType}
        askBefore={async ({ quantity = -1 }) => {
          if (quantity < 0 || quantity === type.quantity) return null;
          const sold = await seatsTaken(`ticket_type:${type.id}`);
          return sold > quantity ? t('lower_quantity_than_sold', { sold, quantity, name: type.name }) : null;
        }}
        {...{ labels, mayWrite, onSaved }}
      >
        {(value, set) => <TypeFields value={value} set={set} admissions={admissionsOf(data, type.id)} />}
      </RecordEdit>
      <Problem error={acting.problem} />
      {mayWrite && sold === 0 && (
        <p>
          <Button look="danger" small of={type.name} onClick={() => void remove()}>
            {t('delete_2')}
          </Button>
        </p>
      )}
    </>
  );
}
