import {
  NodeCircleProgram,
  createEdgeArrowHeadProgram,
  createEdgeClampedProgram,
  createEdgeCompoundProgram,
  createEdgeDoubleClampedProgram,
} from 'sigma/rendering';
import type { EdgeProgramType, NodeProgramType } from 'sigma/rendering';
import type { EdgeAttributes, NodeAttributes } from './graph-model.ts';
import { withoutInstancing } from './without-instancing.ts';

type EdgeProgram = EdgeProgramType<NodeAttributes, EdgeAttributes>;

const compound = (parts: EdgeProgram[]): EdgeProgram =>
  createEdgeCompoundProgram(parts.map(withoutInstancing));

/** Programs that draw memories as circles, and relationships as lines with an arrow at one end or at both ends. */
export const MAP_PROGRAMS: {
  edges: Record<EdgeAttributes['type'], EdgeProgram>;
  nodes: { circle: NodeProgramType<NodeAttributes, EdgeAttributes> };
} = {
  edges: {
    arrow: compound([createEdgeClampedProgram(), createEdgeArrowHeadProgram()]),
    doubleArrow: compound([
      createEdgeDoubleClampedProgram(),
      createEdgeArrowHeadProgram(),
      createEdgeArrowHeadProgram({ extremity: 'source' }),
    ]),
  },
  nodes: { circle: withoutInstancing(NodeCircleProgram<NodeAttributes, EdgeAttributes>) },
};
