/**
 * One module while views hold it: what they want of it, what the server offers, and what is registered in the page, which
 * is what both have in common. No tool is registered twice, and none that stays is registered again.
 */
import { isObject } from '../../base/json.ts';
import type { Refusal } from '../../base/result.ts';
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { addTool, type ModelContext, type PageTool } from './model-context.ts';
import { type Controller, newController } from './signals.ts';
import { type Confirm, isChosen, type ToolChoice } from './tool-wishes.ts';

export interface ModuleTools {
  /**
   * `idle`: no view holds it, or there is no page. `failed`: `errors` says why; nothing is registered. All of them may
   * become another while a view is mounted: tools come and go with what the person may do.
   */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Those that are registered, by name. */
  readonly tools: readonly BrowserTool[];
  /** Also with `ready`: tools the browser did not take. */
  readonly errors: readonly Refusal[];
}

export interface Wish {
  readonly choice: ToolChoice;
  readonly confirm: Confirm | 'trust' | undefined;
}

/** Wish of one view; replaced when the view wants something else. */
export interface ViewWish {
  wish: Wish;
}

export const idleTools: ModuleTools = { status: 'idle', tools: [], errors: [] };
const loadingTools: ModuleTools = { status: 'loading', tools: [], errors: [] };

interface Registered {
  readonly tool: BrowserTool;
  /** The tool as text: one that has changed is registered again. */
  readonly text: string;
  readonly controller: Controller;
  done: boolean;
}

export interface HeldModuleParts {
  readonly context: ModelContext;
  /** A tool as the page has it, for this module. */
  readonly pageTool: (held: HeldModule, tool: BrowserTool) => PageTool;
  readonly onState: (held: HeldModule) => void;
}

export class HeldModule {
  readonly #parts: HeldModuleParts;
  readonly #wishes = new Set<ViewWish>();
  /** Tools that the server offers; null until it has answered, and again when no one is signed in any more. */
  #offered: readonly BrowserTool[] | null = null;
  readonly #registered = new Map<string, Registered>();
  readonly #refused = new Map<string, Refusal>();
  #state = loadingTools;

  constructor(parts: HeldModuleParts) {
    this.#parts = parts;
  }

  get state(): ModuleTools {
    return this.#state;
  }

  get isHeld(): boolean {
    return this.#wishes.size > 0;
  }

  /** Confirmation of the last view that sets one. */
  get confirm(): Wish['confirm'] {
    return [...this.#wishes].findLast(({ wish }) => wish.confirm !== undefined)?.wish.confirm;
  }

  add(view: ViewWish): void {
    this.#wishes.add(view);
    if (this.#offered === null) this.#parts.onState(this);
    else this.#reconcile();
  }

  change(view: ViewWish, wish: Wish): void {
    const isSame = JSON.stringify(wish.choice) === JSON.stringify(view.wish.choice);
    view.wish = wish;
    if (!isSame && this.#wishes.has(view) && this.#offered !== null) this.#reconcile();
  }

  /** @returns whether this view still held it */
  remove(view: ViewWish): boolean {
    if (!this.#wishes.delete(view)) return false;
    if (this.isHeld && this.#offered !== null) this.#reconcile();
    return true;
  }

  offer(tools: readonly BrowserTool[]): void {
    this.#offered = tools;
    this.#reconcile();
  }

  /** @param isKept what is registered stays, because only the request for newer tools failed */
  fail(errors: readonly Refusal[], isKept: boolean): void {
    if (isKept && this.#offered !== null) return;
    this.#clear({ status: 'failed', tools: [], errors });
  }

  /** The state is `loading` again: another attempt follows a failure. */
  retry(): void {
    this.#state = loadingTools;
  }

  end(): void {
    this.#clear(idleTools);
  }

  #clear(state: ModuleTools): void {
    this.#offered = null;
    for (const name of [...this.#registered.keys()]) this.#unregister(name);
    this.#become(state);
  }

  #become(state: ModuleTools): void {
    this.#state = state;
    this.#parts.onState(this);
  }

  /** Registers the offered tools that the views want, and unregisters the others. */
  #reconcile(): void {
    const wishes = [...this.#wishes].map(({ wish }) => wish.choice);
    const wanted = (this.#offered ?? []).filter((tool) => wishes.some((choice) => isChosen(tool, choice)));
    const texts = new Map(wanted.map((tool) => [tool.name, JSON.stringify(tool)]));
    this.#refused.clear();
    for (const [name, { text }] of [...this.#registered]) if (texts.get(name) !== text) this.#unregister(name);
    for (const tool of wanted) if (!this.#registered.has(tool.name)) this.#register(tool, texts.get(tool.name) ?? '');
    this.#settle();
  }

  #register(tool: BrowserTool, text: string): void {
    const controller = newController();
    const entry: Registered = { tool, text, controller, done: false };
    this.#registered.set(tool.name, entry);
    const isCurrent = () => this.#registered.get(tool.name) === entry;
    addTool(this.#parts.context, this.#parts.pageTool(this, tool), controller.signal).then(
      () => {
        entry.done = true;
        if (isCurrent()) this.#settle();
      },
      (fault: unknown) => {
        if (!isCurrent()) return;
        this.#registered.delete(tool.name);
        this.#refused.set(tool.name, notRegistered(tool, fault));
        this.#settle();
      },
    );
  }

  #unregister(name: string): void {
    const entry = this.#registered.get(name);
    this.#registered.delete(name);
    entry?.controller.abort(new Error(`No mounted view uses the tool ${name}.`));
  }

  /** Ready when the browser has taken or refused all of them. */
  #settle(): void {
    const all = [...this.#registered.values()];
    if (this.#offered === null || all.some(({ done }) => !done)) return;
    const tools = all.map(({ tool }) => tool).sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#become({ status: 'ready', tools, errors: [...this.#refused.values()] });
  }
}

function notRegistered(tool: BrowserTool, fault: unknown): Refusal {
  const cause = isObject(fault) && typeof fault['message'] === 'string' ? fault['message'] : String(fault);
  return {
    code: 'tool_not_registered',
    message: `The page did not accept the tool ${tool.name}: ${cause}`,
    detail: { tool: tool.name },
  };
}
