/** Simulated worlds, second half. */
import { testSeeds } from './quick-seeds.ts';

testSeeds(101, 200);
