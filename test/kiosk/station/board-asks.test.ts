/** The board asks the server while it is open: that it is asking is no failure, and what it said hours ago is not fresh. */
import { afterEach, expect, test } from 'vitest';
import type { ServerActionAnswer } from '#kiosk/station/server-actions.ts';
import type { StationLab } from '#test/fixtures/station-lab.ts';
import { openRequestHandler } from './sample-people.ts';

let lab: StationLab;
afterEach(() => lab.station.close());

test('a board that was just opened is asking until the first answer, each time it is opened', async () => {
  const answers: ((answer: ServerActionAnswer) => void)[] = [];
  const act = () => new Promise<ServerActionAnswer>((resolve) => answers.push(resolve));
  lab = await openRequestHandler({}, { online: true, act });
  const { board } = lab.station;
  const end = board.watch();
  expect(board.state()).toMatchObject({ asking: true, online: false });
  await expect.poll(() => answers.length).toBe(1);
  answers[0]!({ kind: 'unreachable' });
  await expect.poll(() => board.state().asking).toBe(false);
  expect(board.state().online).toBe(false);
  end();
  const endAgain = board.watch();
  expect(board.state().asking).toBe(true);
  endAgain();
});

test('without a way to the server it is not asked, and that is said at once', async () => {
  lab = await openRequestHandler({}, { online: false });
  const end = lab.station.board.watch();
  expect(lab.station.board.state()).toMatchObject({ asking: false, online: false });
  end();
});
