/** Stands for a view of an app: while it is mounted, its module's tools are in the page. */
import { useEffect } from 'react';
import { idleTools, type ModuleTools } from '#shared/sdk/react/held-module.ts';
import { useModuleTool } from '#shared/sdk/react/use-module-tool.ts';

interface Props {
  readonly name: string;
  readonly report: (name: string, state: ModuleTools) => void;
}

export function MountedView({ name, report }: Props) {
  const state = useModuleTool(name);
  useEffect(() => {
    report(name, state);
    return () => report(name, idleTools);
  }, [name, state, report]);
  return null;
}
