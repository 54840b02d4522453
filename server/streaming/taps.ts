/** The steps that the packets of every stream pass, in order. */
import { openCaptionTap } from './caption-tap.ts';
import type { OpenTap } from './tap.ts';

export const streamTaps: readonly OpenTap[] = [openCaptionTap];
