/** A section of the settings: this kiosk's addresses with a QR code, and typed addresses of kiosks that it does not find. */
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { type CodeAnswer, peerCodeOpening, type VenueFace } from '#kiosk/station/venue.ts';
import { FormProblem } from '../parts/form-parts.tsx';
import { Rows, Section } from '../parts/panel.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { useStateOf } from '../parts/use-observed.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

export function VenueSection({ venue }: { readonly venue: VenueFace }): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const { condition, members, inReach, addresses, typed } = useStateOf(venue);
  // Kiosks reach the first one; phones, which are held to names of the LAN, the last one.
  const own = [...new Set([addresses[0], addresses.at(-1)])].flatMap((address) => address ?? []);
  return (
    <Section title={words.title}>
      <p>{words.conditions[condition]}</p>
      {condition === 'open' && <p>{words.inReach(format.number(inReach), format.number(members))}</p>}
      {own.length > 0 && (
        <>
          <Rows rows={[{ label: words.ownAddress, value: <Addresses addresses={addresses} /> }]} />
          <p className="hint">{words.ownAddressHint}</p>
          <QrCode
            className="scanner-test-code"
            text={peerCodeOpening + own.join(' ').toUpperCase()}
            label={words.code}
          />
        </>
      )}
      {(condition === 'open' || condition === 'no_address') && <AddressForm venue={venue} />}
      <ul className="cards">
        {typed.map(({ address, outcome, kioskName }) => (
          <li key={address} className="card" data-outcome={outcome}>
            <bdi dir="ltr">{address}</bdi>
            <p role="status">{outcome === 'reached' ? words.reached(kioskName ?? '') : words.outcomes[outcome]}</p>
            <button type="button" className="button quiet" onClick={() => void venue.removeAddress(address)}>
              {words.remove(address)}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Each on a line of its own: one that is broken at its hyphen is typed wrong. */
function Addresses({ addresses }: { readonly addresses: readonly string[] }): ReactElement[] {
  return addresses.map((address) => (
    <bdi key={address} className="address" dir="ltr">
      {address}
    </bdi>
  ));
}

function AddressForm({ venue }: { readonly venue: VenueFace }): ReactElement {
  const words = useWordsOf(catalogues);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [came, setCame] = useState<CodeAnswer>('added');
  const problems = { added: null, not_an_address: words.notAnAddress, not_a_kiosk: words.notAKiosk };
  useEffect(
    () =>
      venue.awaitCode((answer) => {
        setCame(answer);
        // A code is read also while the form is scrolled out of view; its answer is shown here.
        form.current?.scrollIntoView({ block: 'center' });
      }),
    [venue],
  );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const added = await venue.addAddress(text);
    setCame(added ? 'added' : 'not_an_address');
    if (added) setText('');
  }

  return (
    <form ref={form} className="field" onSubmit={(event) => void submit(event)} autoComplete="off">
      <label htmlFor={id}>{words.address}</label>
      <div className="entry-row">
        <input
          id={id}
          type="text"
          inputMode="url"
          dir="ltr"
          value={text}
          placeholder={words.addressHint}
          spellCheck={false}
          onChange={(change) => setText(change.target.value)}
        />
        <button type="submit" className="button">
          {words.add}
        </button>
      </div>
      <FormProblem text={problems[came]} />
    </form>
  );
}
