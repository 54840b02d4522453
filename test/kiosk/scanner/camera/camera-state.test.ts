import { expect, test } from 'vitest';
import { cameraState, INSECURE_PAGE, stateOfFault } from '#kiosk/scanner/camera/camera-state.ts';

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'no-camera'],
  ['OverconstrainedError', 'no-camera'],
  ['NotReadableError', 'in-use'],
  ['AbortError', 'in-use'],
  ['TypeError', 'failed'],
])('%s means %s, with a sentence of its own', (name, kind) => {
  const state = stateOfFault(new DOMException('whatever the browser says', name));
  expect(state.kind).toBe(kind);
  expect(state.sentence).not.toContain('whatever');
});

test('anything else that is thrown is a failure, not a crash', () => {
  for (const fault of [undefined, null, 'NotAllowedError', 7, {}]) expect(stateOfFault(fault).kind).toBe('failed');
});

test('every state says something different', () => {
  const kinds = ['off', 'starting', 'running', 'denied', 'no-camera', 'in-use', 'failed'] as const;
  const sentences = [...kinds.map((kind) => cameraState(kind).sentence), INSECURE_PAGE.sentence];
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(cameraState('running', 'Back camera').label).toBe('Back camera');
  expect('label' in cameraState('running')).toBe(false);
});
