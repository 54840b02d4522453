/** One badge as it would be printed. */
import { useEffect, useRef } from 'react';
import type { BadgeContent } from '#shared/badge/badge-content.ts';
import type { BadgeLayout } from '#shared/badge/layout.ts';
import { paint, renderPreview } from './draw-preview.ts';

export interface PreviewProps {
  readonly layout: BadgeLayout;
  readonly content: BadgeContent;
  /** Null: something beside says what it is. */
  readonly label: string | null;
}

export function Preview({ layout, content, label }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, renderPreview(content, layout));
  }, [layout, content]);
  const words = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <canvas ref={canvas} className="paper" data-badge={content.name} {...words} />;
}
