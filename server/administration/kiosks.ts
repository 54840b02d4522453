import { type Command, neededTenant, UsageError } from './command.ts';

const roles = ['gate', 'self-service', 'exhibitor'] as const;

export const kioskPair: Command = {
  name: 'kiosk pair',
  usage: '--tenant SLUG --event ID --gate GATE [--role gate|self-service|exhibitor]',
  summary: 'A pairing code for one kiosk: 8 characters, 10 minutes, single use.',
  positionals: [],
  options: {
    tenant: { type: 'string' },
    event: { type: 'string' },
    gate: { type: 'string' },
    role: { type: 'string' },
  },
  async run(house, given) {
    const tenant = await neededTenant(house, given.needed('tenant'));
    const role = roles.find((r) => r === (given.text('role') ?? 'gate'));
    if (!role) throw new UsageError(`--role is one of: ${roles.join(', ')}.`);
    const made = await house.kiosks.createPairingCode(tenant, {
      event: given.needed('event'),
      gate: given.needed('gate'),
      role,
    });
    if (!made.ok) throw new UsageError(made.errors[0].message);
    const url = `${house.config.publicUrl}/kiosk/?pair=${made.value.pairingCode}`;
    return {
      value: { ...made.value, url },
      lines: [`${made.value.pairingCode}  (until ${made.value.expiresAt})`, url],
    };
  },
};

export const kioskRevoke: Command = {
  name: 'kiosk revoke',
  usage: 'ID',
  summary: 'Lock a kiosk: it wipes its replica and keeps only unsent scans.',
  positionals: ['id'],
  options: {},
  async run(house, given) {
    const done = await house.kiosks.revoke(given.needed('id'));
    if (!done.ok) throw new UsageError(done.errors[0].message);
    return { value: done.value, lines: ['Revoked.'] };
  },
};
