/** The settings' part about the camera: on or off, and which one. */
import type { ReactElement } from 'react';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import type { Preferences } from '../model/preferences.ts';
import { CameraAgain } from '../parts/camera-again.tsx';
import { Choice, Switch } from '../parts/choices.tsx';
import { Section } from '../parts/panel.tsx';
import { useStateOf } from '../parts/use-observed.ts';
import { cameraWords } from '../words/code-words.ts';
import { useWords } from '../words/use-words.tsx';

export interface CameraSectionProps {
  readonly camera: Camera;
  readonly preferences: Preferences;
  readonly set: (change: Partial<Preferences>) => void;
}

export function CameraSection({ camera, preferences, set }: CameraSectionProps): ReactElement {
  const words = useWords();
  const { settings, format } = words;
  const state = useStateOf(camera);
  const devices = camera.devices();

  function use(on: boolean, cameraId: string | null): void {
    set({ camera: on, cameraId });
    if (on) camera.turnOn(cameraId);
    else camera.turnOff();
  }

  return (
    <Section title={settings.camera}>
      <Switch
        label={settings.scanWithCamera}
        hint={cameraWords(state, words)}
        on={camera.wanted()}
        onChange={(on) => use(on, preferences.cameraId)}
      />
      <CameraAgain isDenied={state.kind === 'denied'} onAgain={() => camera.turnOn(preferences.cameraId)} />
      {devices.length > 1 && (
        <Choice
          legend={settings.whichCamera}
          options={devices.map(({ id, label }, index) => ({
            value: id,
            label: label || settings.cameraNumber(format.number(index + 1)),
          }))}
          // Not the first one: which camera runs while none is chosen is decided by the browser.
          value={preferences.cameraId}
          onChange={(id) => use(true, id)}
        />
      )}
    </Section>
  );
}
