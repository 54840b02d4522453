/** A call of a tool by its name, in the mode the address asks for: the same for every era, and for a plain call. */
import type { Log } from '../../http/log.ts';
import { callTool } from './call-tool.ts';
import { callRegistry } from './registry-mode.ts';
import type { Scene } from './scene.ts';
import { refused, type Told } from './told.ts';
import { withoutFaults } from './without-faults.ts';

/** @returns null: there is no such tool for who asks */
export function runTool(scene: Scene, name: string, args: unknown, log: Log): Promise<Told | null> {
  const run = async () => {
    if (scene.wishes.mode === 'registry') return callRegistry(scene, name, args);
    const tool = scene.tools().byName.get(name);
    return tool ? callTool(scene, tool, args) : null;
  };
  return withoutFaults(log, run, (code, message) => refused([{ code, message }]));
}
