/** Changes and withdraws draws, which is possible only until the entrants are frozen. */
import { ok } from '#shared/base/result.ts';
import { prizeDraws } from '#shared/modules/events/gamification.ts';
import { updateDraw, withdrawDraw } from '#shared/modules/events/gamification-actions.ts';
import { action } from '../../../core/collections/action.ts';
import type { EventsPorts } from '../ports.ts';
import { drawAnswerOf } from './draw-answer.ts';
import { beforeFreeze } from './draw-rules.ts';
import { drawIn } from './draws.ts';

export function changeDrawActions(ports: Pick<EventsPorts, 'pagesUrl'>) {
  return [
    action(updateDraw, async (tx, input) => {
      const { badgeRarities, claimHours, drawId, drawsAt, eventId, name, prizes } = input;
      const found = await drawIn(tx, eventId, drawId, beforeFreeze);
      if (!found.ok) return found;
      const draw = found.value;
      const changed = await tx.update(prizeDraws, drawId, {
        name: name ?? draw.name,
        badgeRarities: badgeRarities?.length ? badgeRarities : draw.badgeRarities,
        drawsAt: drawsAt ?? draw.drawsAt,
        prizes: prizes ?? draw.prizes,
        claimHours: claimHours ?? draw.claimHours,
      });
      return ok(await drawAnswerOf(tx, changed, ports));
    }),
    action(withdrawDraw, async (tx, { drawId, eventId }) => {
      const found = await drawIn(tx, eventId, drawId, beforeFreeze);
      if (!found.ok) return found;
      const withdrawn = await tx.update(prizeDraws, drawId, { state: 'withdrawn', withdrawnAt: tx.now });
      return ok(await drawAnswerOf(tx, withdrawn, ports));
    }),
  ];
}
