/** A thread that scores all pairs of an event and shares them out. */
import { allocate, type Lists } from '#shared/networking/allocate.ts';
import { answerTasks } from '../../../../store/answer-tasks.ts';
import { bestCandidates, type PairsTask } from './all-pairs.ts';

export interface PairTask extends PairsTask {
  /** The length of a list. */
  readonly most: number;
}

answerTasks<PairTask, Lists>(({ most, ...task }, look) => allocate(bestCandidates(task, look), most));
