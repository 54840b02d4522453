/**
 * Shows and edits the settings of this kiosk, and shows its identity. Stored on this machine; nothing here changes the
 * event.
 */
import type { ReactElement } from 'react';
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import type { Station, StationState } from '#kiosk/station/station.ts';
import { languages, languageTraits } from '#shared/base/languages.ts';
import { hasBoard, OpenBoard } from '../board/open-board.tsx';
import type { KioskModel } from '../model/kiosk-model.ts';
import { type Preferences, resultSecondsChoices, themes, volumes } from '../model/preferences.ts';
import { resultKinds } from '../model/result-kind.ts';
import type { Sounds } from '../model/sounds.ts';
import { Choice, Switch } from '../parts/choices.tsx';
import { Panel, Rows, Section } from '../parts/panel.tsx';
import { useObserved } from '../parts/use-observed.ts';
import { OpenPreflight } from '../preflight/open-preflight.tsx';
import { VenueSection } from '../venue/venue-section.tsx';
import type { Wording } from '../words/catalogues.ts';
import { useWords } from '../words/use-words.tsx';
import { CameraSection } from './camera-section.tsx';
import { HostSection } from './host-section.tsx';
import { LeaveSection } from './leave-section.tsx';

export interface SettingsPanelProps {
  readonly model: KioskModel;
  readonly station: Station;
  readonly state: StationState;
  readonly preferences: Preferences;
  readonly onPreflight: () => void;
  /** Absent where there is no staff to open it. */
  readonly onBoard?: () => void;
  readonly onClose: () => void;
}

export function SettingsPanel({
  model,
  station,
  state,
  preferences,
  onPreflight,
  onBoard,
  onClose,
}: SettingsPanelProps): ReactElement {
  const words = useWords();
  const { settings } = words;
  const host = useObserved(model.hostInfo);
  const set = model.preferences.set;
  return (
    <Panel title={settings.title} onClose={onClose}>
      <OpenPreflight onOpen={onPreflight} />
      {onBoard !== undefined && hasBoard(state) && <OpenBoard onOpen={onBoard} />}
      {state.demo && (
        <Section title={settings.practice}>
          <Switch
            label={settings.cut}
            hint={settings.cutHint}
            on={state.networkCut}
            onChange={(cut) => station.setNetworkCut(cut)}
          />
        </Section>
      )}
      <Section title={settings.screen}>
        <Choice
          legend={settings.language}
          options={languages.map((value) => ({ value, label: languageTraits[value].name, lang: value }))}
          value={words.language}
          onChange={(language) => set({ language })}
        />
        <Choice
          legend={settings.colours}
          options={themes.map((value) => ({ value, label: settings.themes[value] }))}
          value={preferences.theme}
          onChange={(theme) => set({ theme })}
        />
        <Choice
          legend={settings.resultStays}
          options={resultSecondsChoices.map((value) => ({
            value,
            label: value === 0 ? settings.untilNext : settings.seconds(value),
          }))}
          value={preferences.resultSeconds}
          onChange={(resultSeconds) => set({ resultSeconds })}
        />
      </Section>
      <SoundSection preferences={preferences} set={set} sounds={model.sounds} />
      <CameraSection camera={model.camera} preferences={preferences} set={set} />
      <HostSection model={model} host={host} address={preferences.hostAddress} />
      <VenueSection venue={station.venue} />
      {host?.canQuit === true && <LeaveSection model={model} />}
      <Section title={state.role === 'exhibitor' ? settings.thisDevice : settings.thisKiosk}>
        {host?.warnings?.map((warning) => (
          <p key={warning} className="problem">
            {settings.warnings[warning]}
          </p>
        ))}
        <Rows rows={kioskRows(model, state, host, words)} />
      </Section>
    </Panel>
  );
}

interface SoundSectionProps {
  readonly preferences: Preferences;
  readonly set: (change: Partial<Preferences>) => void;
  readonly sounds: Sounds;
}

function SoundSection({ preferences, set, sounds }: SoundSectionProps): ReactElement {
  const { settings } = useWords();
  return (
    <Section title={settings.sound}>
      <Switch label={settings.soundOn} on={preferences.sound} onChange={(sound) => set({ sound })} />
      <Choice
        legend={settings.volume}
        options={volumes.map((value) => ({ value, label: settings.volumes[value] }))}
        value={preferences.volume}
        onChange={(volume) => set({ volume })}
      />
      <fieldset className="choice">
        <legend>{settings.tryOut}</legend>
        <div className="buttons">
          {resultKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className="button quiet"
              onClick={() => sounds.play(kind, preferences.volume)}
            >
              {settings.sounds[kind]}
            </button>
          ))}
        </div>
      </fieldset>
    </Section>
  );
}

function kioskRows(
  model: KioskModel,
  state: StationState,
  host: HostInfo | null,
  { settings, format }: Wording,
): { label: string; value: string }[] {
  const { storage } = state;
  const rows = [
    { label: state.role === 'exhibitor' ? settings.device : settings.kiosk, value: state.kioskName },
    { label: settings.event, value: state.eventName },
    { label: settings.gate, value: state.gateName },
    { label: settings.role, value: settings.roles[state.role] },
    { label: settings.registrationsHeld, value: format.number(state.registrations) },
  ];
  if (storage !== null) {
    const used = settings.storageOf(format.bytes(storage.usedBytes), format.bytes(storage.quotaBytes));
    rows.push({ label: settings.storage, value: storage.persistent ? used : `${used} · ${settings.mayBeCleared}` });
  }
  return [
    ...rows,
    { label: settings.keyStore, value: settings.keyStores[host?.keyStore ?? 'browser'] },
    { label: settings.software, value: model.softwareVersion },
  ];
}
