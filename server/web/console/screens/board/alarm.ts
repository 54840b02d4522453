/** Two falling tones for what needs a look now. Silent until the browser lets the page make a sound. */
const choiceKey = 'gatehouse-board-sound';
const tonesHz = [880, 587];
const toneSeconds = 0.22;
const loudness = 0.25;

let audio: AudioContext | null = null;

export function soundWanted(): boolean {
  return localStorage.getItem(choiceKey) !== 'off';
}

export function wantSound(on: boolean): void {
  localStorage.setItem(choiceKey, on ? 'on' : 'off');
}

/** @returns false where the browser waits for a touch or a key first */
export async function playAlarm(): Promise<boolean> {
  audio ??= new AudioContext();
  // Not awaited: where the browser refuses, the promise waits for a touch or key that may never come.
  void audio.resume().catch(() => undefined);
  if (audio.state === 'suspended') await new Promise((done) => setTimeout(done, 200));
  if (audio.state !== 'running') return false;
  for (const [i, frequency] of tonesHz.entries()) beep(audio, frequency, i * toneSeconds * 1.4);
  return true;
}

function beep(context: AudioContext, frequency: number, afterSeconds: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime + afterSeconds;
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + toneSeconds);
}
