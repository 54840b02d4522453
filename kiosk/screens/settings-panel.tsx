/** What can be set at this kiosk, and what it is. Kept on this machine; nothing here changes the event. */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import type { Station, StationState } from '#kiosk/station/station.ts';
import { Choice, Switch } from './choices.tsx';
import type { Camera, KioskModel } from './kiosk-model.ts';
import { LeaveSection } from './leave-section.tsx';
import { Panel, Rows, Section } from './panel.tsx';
import type { Preferences, ResultSeconds, Theme } from './preferences.ts';
import { OpenPreflight } from './preflight/open-preflight.tsx';
import type { Sounds } from './sounds.ts';
import { useObserved, useStateOf } from './use-observed.ts';
import type { Tone } from './verdict-view.ts';
import { bytes, number } from './words.ts';

export interface SettingsPanelProps {
  readonly model: KioskModel;
  readonly station: Station;
  readonly state: StationState;
  readonly preferences: Preferences;
  readonly sounds: Sounds;
  readonly onPreflight: () => void;
  readonly onClose: () => void;
}

const themeOptions: readonly { value: Theme; label: string }[] = [
  { value: 'auto', label: 'Like the machine' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const secondsOptions: readonly { value: ResultSeconds; label: string }[] = [
  { value: 5, label: '5 seconds' },
  { value: 8, label: '8 seconds' },
  { value: 15, label: '15 seconds' },
  { value: 0, label: 'Until the next scan' },
];

const soundOptions: readonly { tone: Tone; label: string }[] = [
  { tone: 'go', label: 'Admitted' },
  { tone: 'look', label: 'Attention' },
  { tone: 'stop', label: 'Refused' },
];

export function SettingsPanel({
  model,
  station,
  state,
  preferences,
  sounds,
  onPreflight,
  onClose,
}: SettingsPanelProps): ReactElement {
  const host = useObserved(model.hostInfo);
  const set = model.preferences.set;
  return (
    <Panel title="Settings" onClose={onClose}>
      <OpenPreflight onOpen={onPreflight} />
      {state.demo && (
        <Section title="Practice">
          <Switch
            label="Cut the network"
            hint="Try how the kiosk works offline: scan on, then switch back and watch the scans being sent."
            on={state.networkCut}
            onChange={(cut) => station.setNetworkCut(cut)}
          />
        </Section>
      )}
      <Section title="Screen">
        <Choice
          legend="Colours"
          options={themeOptions}
          value={preferences.theme}
          onChange={(theme) => set({ theme })}
        />
        <Choice
          legend="A result stays"
          options={secondsOptions}
          value={preferences.resultSeconds}
          onChange={(resultSeconds) => set({ resultSeconds })}
        />
      </Section>
      <Section title="Sound">
        <Switch label="Sound with every result" on={preferences.sound} onChange={(sound) => set({ sound })} />
        <div className="buttons">
          {soundOptions.map(({ tone, label }) => (
            <button key={tone} type="button" className="button quiet" onClick={() => sounds.play(tone)}>
              {label}
            </button>
          ))}
        </div>
      </Section>
      <CameraSection camera={model.camera} preferences={preferences} set={set} />
      <HostSection model={model} host={host} address={preferences.hostAddress} />
      {host?.canQuit === true && <LeaveSection model={model} />}
      <Section title="This kiosk">
        {host?.warnings?.map((warning) => (
          <p key={warning} className="problem">
            {warning}
          </p>
        ))}
        <Rows rows={kioskRows(model, state, host)} />
      </Section>
    </Panel>
  );
}

function kioskRows(model: KioskModel, state: StationState, host: HostInfo | null): { label: string; value: string }[] {
  const { storage } = state;
  return [
    { label: 'Kiosk', value: state.kioskName },
    { label: 'Event', value: state.eventName },
    { label: 'Gate', value: state.gateName },
    { label: 'Role', value: state.role },
    { label: 'Registrations held', value: number(state.registrations) },
    ...(storage === null
      ? []
      : [
          {
            label: 'Storage',
            value: `${bytes(storage.usedBytes)} of ${bytes(storage.quotaBytes)}${storage.persistent ? '' : ', may be cleared by the browser'}`,
          },
        ]),
    { label: 'Key store', value: keyStoreWords(host) },
    { label: 'Software', value: model.softwareVersion },
  ];
}

function keyStoreWords(host: HostInfo | null): string {
  if (host === null) return 'this browser';
  return host.keyStore === 'protected' ? 'guarded by the operating system' : 'a file of this user';
}

interface CameraSectionProps {
  readonly camera: Camera;
  readonly preferences: Preferences;
  readonly set: (change: Partial<Preferences>) => void;
}

function CameraSection({ camera, preferences, set }: CameraSectionProps): ReactElement {
  const state = useStateOf(camera);
  const devices = camera.devices();

  function use(on: boolean, cameraId: string | null): void {
    set({ camera: on, cameraId });
    if (on) camera.turnOn(cameraId);
    else camera.turnOff();
  }

  return (
    <Section title="Camera">
      <Switch
        label="Scan with the camera"
        hint={state.sentence}
        on={preferences.camera}
        onChange={(on) => use(on, preferences.cameraId)}
      />
      {devices.length > 1 && (
        <Choice
          legend="Which camera"
          options={devices.map(({ id, label }, index) => ({ value: id, label: label || `Camera ${index + 1}` }))}
          value={preferences.cameraId ?? devices[0]?.id ?? ''}
          onChange={(id) => use(true, id)}
        />
      )}
    </Section>
  );
}

interface HostSectionProps {
  readonly model: KioskModel;
  readonly host: HostInfo | null;
  readonly address: string | null;
}

function HostSection({ model, host, address }: HostSectionProps): ReactElement | null {
  const id = useId();
  const [text, setText] = useState(address ?? '');
  if (host?.kind === 'electron') return null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    model.setHostAddress(text.trim() === '' ? null : text.trim());
    model.reload();
  }

  return (
    <Section title="Device host">
      <p>
        {host === null
          ? 'A browser reaches printers through the device host, a small program on this machine. It prints its address when it starts.'
          : `Connected, version ${host.version}.`}
      </p>
      <form className="field" onSubmit={submit} autoComplete="off">
        <label htmlFor={id}>Address of the device host</label>
        <div className="entry-row">
          <input
            id={id}
            type="text"
            inputMode="url"
            value={text}
            placeholder="ws://127.0.0.1:…"
            spellCheck={false}
            onChange={(change) => setText(change.target.value)}
          />
          <button type="submit" className="button">
            Connect
          </button>
        </div>
      </form>
      {host?.virtualPrinterUrl !== undefined && (
        <p>
          <a href={host.virtualPrinterUrl} target="_blank" rel="noreferrer">
            Paper of the practice printer
          </a>
        </p>
      )}
    </Section>
  );
}
