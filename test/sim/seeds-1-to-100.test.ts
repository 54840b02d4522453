/** Simulated worlds, first half: in a file of its own, so that both halves run at once. */
import { testSeeds } from './quick-seeds.ts';

testSeeds(1, 100);
