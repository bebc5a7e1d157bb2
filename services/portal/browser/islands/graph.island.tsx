import { GraphPage } from '../graph/graph-page.tsx';
import { mountIsland } from '../mount-island.ts';

mountIsland('graph', GraphPage);
