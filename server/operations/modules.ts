/** The catalogue from outside: a page about each module, and its example records for sandboxes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must } from '#shared/base/assert.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import { documentModule } from '#shared/modules/document-module.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import { loadSeed } from '../modules/common/load-seed.ts';
import { createCatalogue } from '../modules/create-catalogue.ts';
import type { Assembly } from '../start/assemble.ts';
import { allEventTypes } from '../store/event-types.ts';
import { neededTenant, type ServerCommand, UsageError } from './command.ts';
import { addSampleEvent } from './demo/create-demo.ts';

/** Records that are there already are left alone. @returns the number of example records made, without the sample event's */
export async function seedSandbox(assembly: Assembly, live: TenantRecord, modules: readonly string[]): Promise<number> {
  const twin = must(await assembly.directory.sandboxOf(live.id), 'the sandbox of a tenant');
  if (modules.includes('events')) await addSampleEvent(assembly, twin);
  const { writer } = createCatalogue();
  return loadSeed(await assembly.directory.open(twin), modules, {
    writer,
    clock: assembly.clock,
    newId: assembly.newId,
  });
}

export const tenantSeed: ServerCommand = {
  name: 'tenant seed',
  usage: 'SLUG',
  summary: 'Add the example records of the active modules to the tenant’s sandbox; existing records stay.',
  positionals: ['slug'],
  options: {},
  async run(assembly, given) {
    const tenant = await neededTenant(assembly, given.needed('slug'));
    const made = await seedSandbox(assembly, tenant, tenant.modules);
    return {
      value: { tenant: tenant.id, slug: tenant.slug, made },
      lines: [`${made} records created in the sandbox.`],
    };
  },
};

export const moduleDocs: ServerCommand = {
  name: 'module docs',
  usage: '[MODULE] [--out FOLDER]',
  summary: 'Print Markdown about one module or all of them, or write it to FOLDER/<module>.md.',
  positionals: ['module'],
  options: { out: { type: 'string' } },
  async run(assembly, given) {
    const asked = given.text('module');
    const wanted = assembly.modules.all.filter((m) => asked === undefined || m.name === asked);
    if (wanted.length === 0)
      throw new UsageError(
        `No module is named ${asked}. Modules: ${assembly.modules.all.map((m) => m.name).join(', ')}.`,
      );
    const pages = wanted.map((m) => {
      const known = catalogue.find((one) => one.name === m.name);
      const actions = m.actions.map((a) => a.definition);
      const words = known ? { label: known.label, summary: known.summary, rules: known.rules } : {};
      const text = documentModule(
        { ...words, name: m.name, needs: m.needs ?? [], collections: m.collections, actions },
        allEventTypes,
      );
      return { module: m.name, text };
    });
    const folder = given.text('out');
    if (folder === undefined) return { value: pages, lines: pages.map((page) => page.text) };
    mkdirSync(folder, { recursive: true });
    const files = pages.map(({ module, text }) => {
      const file = join(folder, `${module}.md`);
      writeFileSync(file, text);
      return file;
    });
    return { value: files, lines: files };
  },
};
