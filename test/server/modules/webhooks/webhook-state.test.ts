/** The webhooks module forgets what it keeps in memory of a tenant when neither its sender nor its replayer runs. */
import { expect, test } from 'vitest';
import { type WebhookPorts, WebhookState } from '#server/modules/webhooks/webhook-state.ts';
import { resolveBySystem } from '#server/outbound/guarded-lookup.ts';
import { createPoster } from '#server/outbound/post.ts';

const ports: WebhookPorts = {
  poster: createPoster({ resolve: resolveBySystem, permits: () => false }),
  randomBytes: (size) => new Uint8Array(size),
  seal: () => '',
  open: () => null,
  allowPrivate: false,
  notify: async () => ({ kind: 'sent' }),
  addressOf: async () => ({ base: '', tenantName: '' }),
};

test('what was read of a tenant goes when neither its sender nor its replayer is there any more', () => {
  const state = new WebhookState(ports);
  const tenant = state.of('a');
  const stops = [tenant.onWake('send', () => {}), tenant.onWake('replay', () => {})];
  stops[0]?.();
  expect(state.of('a')).toBe(tenant);
  stops[1]?.();
  const next = state.of('a');
  expect(next).not.toBe(tenant);
  const stop = next.onWake('send', () => {});
  tenant.onWake('send', () => {})();
  expect(state.of('a')).toBe(next);
  stop();
});
