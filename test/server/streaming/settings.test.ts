/** The settings of the streaming process: what is refused, and addresses as paths are appended to them. */
import { expect, test } from 'vitest';
import { ConfigError } from '#server/core/config-error.ts';
import { readStreamingSettings } from '#server/streaming/settings.ts';

const env = { STREAMING_API: 'https://gate.example/' };

test('addresses end without a slash; the sandbox is below the server unless it has an address of its own', () => {
  const addresses = (more: Readonly<Record<string, string>> = {}) => {
    const { apiUrl, sandboxUrl } = readStreamingSettings({ ...env, ...more });
    return [apiUrl, sandboxUrl];
  };
  expect(addresses()).toEqual(['https://gate.example', 'https://gate.example/sandbox']);
  expect(addresses({ STREAMING_SANDBOX_API: 'https://sandbox.gate.example/' })).toEqual([
    'https://gate.example',
    'https://sandbox.gate.example',
  ]);
});

test.each([
  ['STREAMING_API', 'gate.example'],
  ['STREAMING_SANDBOX_API', 'sandbox.gate.example'],
  ['LOG_LEVEL', 'verbose'],
])('%s=%s is refused, and the message names it', (name, value) => {
  const read = () => readStreamingSettings({ ...env, [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
});
