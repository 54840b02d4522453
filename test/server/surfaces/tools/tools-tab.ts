/** One tab with the page at /api/docs/browser-tools, and what it asked of other hosts and logged as a problem. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import type { BrowserSite } from './browser-site.ts';

/** Where a person who wants to look at the page finds pictures of it. */
const pictures = process.env['DOCS_PICTURES'];
export const path = '/api/docs/browser-tools';

export class ToolsTab {
  /** Addresses of other hosts that it asked. */
  readonly strangers: string[] = [];
  readonly problems: string[] = [];
  #page: Page | null = null;

  get page(): Page {
    return must(this.#page, 'the open page');
  }

  async open(site: BrowserSite): Promise<void> {
    const context = await site.browser.newContext({ viewport: { width: 1_280, height: 860 } });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on('request', (request) => {
      if (!/^(?:data:|blob:)/.test(request.url()) && !request.url().startsWith(site.house.url))
        this.strangers.push(request.url());
    });
    page.on('console', (message) => {
      // What a server refuses, and a call that was stopped, browsers log by themselves.
      if (
        message.type() === 'error' &&
        !/^(?:Failed to load resource|WebMCP tool execution failed)/.test(message.text())
      )
        this.problems.push(message.text());
    });
    page.on('pageerror', (fault) => this.problems.push(String(fault)));
    this.#page = page;
    await page.goto(site.house.url + path);
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
  }

  /** Accessible as it stands; a picture is taken where one is asked for. */
  async look(name: string): Promise<void> {
    expect(await axeViolations(this.page)).toEqual([]);
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  /** @returns the names of the tools that the browser has now */
  async inBrowser(): Promise<readonly string[]> {
    return (await this.page.webmcp.tools()).map(({ name }) => name).sort();
  }
}
