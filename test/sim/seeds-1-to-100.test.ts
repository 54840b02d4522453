import { testSeeds } from './quick-seeds.ts';

testSeeds(1, 100);
