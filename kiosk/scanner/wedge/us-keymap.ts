/**
 * The US layout: which character a physical key means to a scanner that leaves the factory set to "US keyboard".
 * `KeyboardEvent.code` names the physical key in any layout of the machine, so this reading survives
 * German, French or Cyrillic settings and CapsLock, which turn the `key` reading into noise.
 */

/** Names: W3C UI Events KeyboardEvent code Values. Each key: without Shift, with Shift. */
const US_KEYS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ...row('KeyA KeyB KeyC KeyD KeyE KeyF KeyG KeyH KeyI KeyJ KeyK KeyL KeyM', 'abcdefghijklm', 'ABCDEFGHIJKLM'),
  ...row('KeyN KeyO KeyP KeyQ KeyR KeyS KeyT KeyU KeyV KeyW KeyX KeyY KeyZ', 'nopqrstuvwxyz', 'NOPQRSTUVWXYZ'),
  ...row('Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0', '1234567890', '!@#$%^&*()'),
  ...row('Minus Equal BracketLeft BracketRight Backslash', '-=[]\\', '_+{}|'),
  ...row('Semicolon Quote Backquote Comma Period Slash Space', ";'`,./ ", ':"~<>? '),
  ...row('Numpad1 Numpad2 Numpad3 Numpad4 Numpad5', '12345', '12345'),
  ...row('Numpad6 Numpad7 Numpad8 Numpad9 Numpad0', '67890', '67890'),
  ...row('NumpadDecimal NumpadAdd NumpadSubtract NumpadMultiply NumpadDivide', '.+-*/', '.+-*/'),
]);

function row(codes: string, plain: string, shifted: string): [string, readonly [string, string]][] {
  return codes.split(' ').map((code, at) => [code, [plain.charAt(at), shifted.charAt(at)]]);
}

/**
 * @param code `KeyboardEvent.code`
 * @param shift whether Shift was held; CapsLock does not count
 * @returns the character that key types on a US keyboard, or null when it types none
 */
export function usCharacter(code: string, shift: boolean): string | null {
  return US_KEYS.get(code)?.[shift ? 1 : 0] ?? null;
}
