/** The modules of this server as a list, each with what it needs from outside. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { must } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { decimalsOf } from '#shared/modules/events/money.ts';
import type { Module } from '../core/collections/module.ts';
import type { WritesWithin } from '../core/collections/write-within.ts';
import type { Platform } from '../core/platform.ts';
import type { Directory } from '../core/tenants/directory.ts';
import { storeFinder } from '../core/tenants/store-of.ts';
import type { Revocations } from '../identity/credentials/revocations.ts';
import type { Secrets } from '../identity/credentials/secrets.ts';
import { keysMadeBy } from '../identity/keys/api-keys.ts';
import type { Kiosks } from '../identity/kiosks/kiosks.ts';
import type { Access } from '../identity/open-access.ts';
import { mailedLinks } from '../identity/people/invitations.ts';
import type { Notices } from '../identity/people/notices.ts';
import { createAuthModule } from '../modules/auth/auth-module.ts';
import type { AuthPorts } from '../modules/auth/ports.ts';
import { createCatalogue } from '../modules/create-catalogue.ts';
import { type Collab, openCollab } from '../modules/documents/open-collab.ts';
import { createEd25519Signer } from '../modules/events/ed25519.ts';
import { createEventsModule } from '../modules/events/module.ts';
import type { PaymentProcessor } from '../modules/events/payments/processor.ts';
import type { EventsPorts, PaymentPorts } from '../modules/events/ports.ts';
import { ticketQrPng } from '../modules/events/ticket-page/qr-picture.ts';
import { openLeadPhotos } from '../modules/media/files/lead-photos.ts';
import { openFileStore } from '../modules/media/files/open-file-store.ts';
import { type Files, openFiles } from '../modules/media/files/open-files.ts';
import { mediaProcessors } from '../modules/media/processing/media-processors.ts';
import { createWebhooks, type Webhooks } from '../modules/webhooks/webhooks-module.ts';
import { createEmbeddings } from '../outbound/embeddings/openai-embeddings.ts';
import { resolveByServers, resolveBySystem } from '../outbound/guarded-lookup.ts';
import { showLetter } from '../outbound/mail/compose-mail.ts';
import { openMailer } from '../outbound/mail/open-mailer.ts';
import type { NoticeSetting } from '../outbound/mail/open-notices.ts';
import { createPoster } from '../outbound/post.ts';
import { openExportJobs } from '../surfaces/files/export-jobs.ts';
import { mcpModule } from '../surfaces/mcp/session-table.ts';
import type { Config } from './config.ts';
import type { Streaming } from './streaming-process.ts';

export interface ModuleParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly secrets: Secrets;
  readonly revocations: Revocations;
  readonly directory: Directory;
  readonly access: Access;
  readonly kiosks: Pick<Kiosks, 'createPairingCode' | 'revoke'>;
  readonly notices: Notices;
  readonly mail: NoticeSetting;
  readonly writes: WritesWithin;
  readonly streaming: Streaming;
  /** First asked when a tenant's work is done. */
  readonly platform: () => Platform;
}

export interface OpenModules {
  readonly files: Files;
  readonly webhooks: Webhooks;
  readonly collab: Collab;
  readonly all: readonly Module[];
}

/** @param more modules beside the built-in ones */
export async function openModules(parts: ModuleParts, more: readonly Module[]): Promise<OpenModules> {
  const files = filesOf(parts);
  const webhooks = webhooksOf(parts);
  const { clock, directory, writes } = parts;
  const collab = openCollab({ storeOf: storeFinder(directory), writes, clock });
  const all = [
    createEventsModule(eventsPorts(parts, files, await paymentPorts(parts))),
    createAuthModule(authPorts(parts)),
    files.module,
    webhooks.module,
    collab.module,
    mcpModule,
    ...createCatalogue().modules,
    ...more,
  ];
  return { files, webhooks, collab, all };
}

function filesOf({ config, clock, directory, newId, secrets }: ModuleParts): Files {
  return openFiles({
    folder: join(config.dataDir, 'files'),
    store: openFileStore(config.filesUrl),
    processors: mediaProcessors(),
    tenantStore: storeFinder(directory),
    clock,
    newId,
    stamp: (payload) => secrets.stamp('file-address', payload).split('.')[1] ?? '',
  });
}

function webhooksOf(parts: ModuleParts): Webhooks {
  const { config, notices, secrets } = parts;
  const allowPrivate = config.allowPrivateWebhooks;
  return createWebhooks({
    poster: createPoster(
      allowPrivate ? { resolve: resolveBySystem, permits: () => true } : { resolve: resolveByServers() },
    ),
    randomBytes: (size) => randomBytes(size),
    seal: secrets.seal,
    open: secrets.open,
    allowPrivate,
    notify: notices.send,
    addressOf: addressFinder(parts),
  });
}

function eventsPorts(parts: ModuleParts, files: Files, payments: PaymentPorts): EventsPorts {
  const { config, clock, directory, kiosks, mail, newId, platform, secrets, streaming } = parts;
  return {
    clock,
    newId,
    randomBytes: (size) => randomBytes(size),
    seal: secrets.seal,
    open: secrets.open,
    signer: createEd25519Signer(),
    mailer: openMailer({ ...mail, qrPng: ticketQrPng }),
    showLetter,
    publicUrl: config.publicUrl,
    pagesUrl: config.pagesUrl ?? config.publicUrl,
    async slugOf(id) {
      const found = await directory.byId(id);
      return { tenant: found?.slug ?? '', sandbox: found?.sandboxOf != null };
    },
    payments,
    streaming: streaming.ports,
    embeddings: config.embeddings && createEmbeddings(config.embeddings),
    async pairDevice(id, { event, exhibitor }) {
      const tenant = must(await directory.byId(id), 'the tenant of a page');
      return kiosks.createPairingCode(tenant, { event, exhibitor, role: 'exhibitor', maker: 'system:exhibitor-page' });
    },
    revokeDevice: kiosks.revoke,
    leadPhotos: openLeadPhotos(files.parts.store),
    exports: openExportJobs({ datasets: eventDatasets, decimalsOf, files: files.parts, platform }),
  };
}

/** The processor's library is a tenth of all files that a start would read: it is read where there is a key. */
async function processorOf(secretKey: string | null, apiBase: string | null): Promise<PaymentProcessor | null> {
  if (secretKey === null) return null;
  const { createStripeProcessor } = await import('../outbound/payments/stripe-processor.ts');
  return createStripeProcessor({ secretKey, apiBase });
}

/** A live key for tenants, a test key for sandboxes; what has no key has the built-in test processor where that is allowed. */
async function processors({ apiBase, secretKey, testPayments, testSecretKey, webhookSecrets }: Config['stripe']) {
  const given = await processorOf(secretKey, apiBase);
  const forTests = (await processorOf(testSecretKey, apiBase)) ?? (given?.livemode === false ? given : null);
  // Without a key, the holder of the webhook secret takes the payments and sends the messages.
  const sender = webhookSecrets.length > 0 && secretKey === null;
  const forPeople = given?.livemode === true || testPayments ? given : null;
  const isMissing = forPeople === null && !sender && !testPayments;
  const otherwise = sender ? null : ('built-in' as const);
  const live = forPeople ?? (isMissing ? null : otherwise);
  const test = forTests ?? otherwise;
  return {
    processorOf: (sandbox: boolean) => (sandbox ? test : live),
    liveSales: isMissing ? ('refused' as const) : ('allowed' as const),
  };
}

async function paymentPorts({ config, directory }: Pick<ModuleParts, 'config' | 'directory'>): Promise<PaymentPorts> {
  const { stripe } = config;
  const { secretKey, webhookSecrets } = stripe;
  return {
    ...(await processors(stripe)),
    ...(webhookSecrets.length > 0 ? { mode: 'stripe', webhookSecrets } : { mode: 'test' }),
    // A processor sends whole messages. Without one, a sender may follow the interface, which shows the least.
    minimalMessages: secretKey === null ? 'accepted' : 'refused',
    isSandbox: async (id) => (await directory.byId(id))?.sandboxOf != null,
  };
}

function authPorts(parts: ModuleParts): AuthPorts {
  const { access, clock, directory, notices, revocations, secrets } = parts;
  return {
    links: mailedLinks(secrets),
    notices,
    addressOf: addressFinder(parts),
    forget: access.joining.forget,
    end: (way, tenant, member) => access.endings.ofMember(way, { tenant, member }),
    keysMadeBy: (tenant, member) => keysMadeBy(directory.control, clock, tenant, `user:${member}`),
    announce: revocations.announce,
  };
}

function addressFinder({ config, directory }: Pick<ModuleParts, 'config' | 'directory'>): AuthPorts['addressOf'] {
  return async (id) => {
    const tenant = await directory.byId(id);
    return {
      base: tenant?.sandboxOf ? config.sandboxUrl : config.publicUrl,
      tenantName: tenant ? tenant.slug : 'this tenant',
    };
  };
}
