/** A call of a tool by its name, in the mode the address asks for: the same for every era, and for a bare call. */
import type { Log } from '../../http/log.ts';
import { callTool } from './call-tool.ts';
import { callRegistry } from './registry-mode.ts';
import type { Scene } from './scene.ts';
import { refused, type ToolResult } from './tool-result.ts';
import { withoutFaults } from './without-faults.ts';

/** @returns null: the actor has no such tool */
export function runTool(scene: Scene, name: string, args: unknown, log: Log): Promise<ToolResult | null> {
  const run = async () => {
    if (scene.wishes.mode === 'registry') return callRegistry(scene, name, args);
    const tool = scene.tools().byName.get(name);
    return tool ? callTool(scene, tool, args) : null;
  };
  return withoutFaults(log, run, (code, message) => refused([{ code, message }]));
}
