/** A thread that scores all pairs of an event and shares them out. */
import { allocate, type Lists } from '#shared/networking/allocate.ts';
import { answerTasks } from '../../../../store/answer-tasks.ts';
import { bestCandidates, type PairsTask } from './all-pairs.ts';
import { WorkMemory } from './work-memory.ts';

export interface PairTask extends PairsTask {
  /** Maximum number of people in the list of one person. */
  readonly most: number;
}

/** The memory is given back with the thread, which ends when no task came for a while. */
const memory = new WorkMemory();

answerTasks<PairTask, Lists>(({ most, ...task }, look) => allocate(bestCandidates(task, look, memory), most));
