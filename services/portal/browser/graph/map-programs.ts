import { NodeCircleProgram, createEdgeArrowProgram, createEdgeDoubleArrowProgram } from 'sigma/rendering';
import type { EdgeProgramType, NodeProgramType } from 'sigma/rendering';
import type { RenderParams } from 'sigma/types';
import type { Detail } from './frame-rate.ts';
import type { EdgeAttributes, NodeAttributes } from './graph-model.ts';

/** Ratio of the radius of a node to that of a point. The time of a frame without a GPU depends on the drawn pixels. */
const POINT_RATIO = 4;

type EdgeProgram = EdgeProgramType<NodeAttributes, EdgeAttributes>;
type NodeProgram = NodeProgramType<NodeAttributes, EdgeAttributes>;

/**
 * Returns the programs that draw the map. A setting of sigma can hide edges too, but it processes all nodes and edges again when
 * it changes, and does not apply to touch screens.
 *
 * @param detail returns what a frame shows
 */
export function createMapPrograms(detail: () => Detail): {
  edges: Record<EdgeAttributes['type'], EdgeProgram>;
  nodes: { circle: NodeProgram };
} {
  const skipIfHidden = (Program: EdgeProgram): EdgeProgram =>
    class extends Program {
      override render(params: RenderParams): void {
        if (detail() === 'all') super.render(params);
      }
    };

  class Circles extends NodeCircleProgram<NodeAttributes, EdgeAttributes> {
    override render(params: RenderParams): void {
      const { pickProgram } = this;
      // A second image shows which node is below the pointer. The pointer does not select nodes of a moving map.
      if (detail() !== 'all') this.pickProgram = null;
      const isPoint = detail() === 'points';
      super.render(isPoint ? { ...params, sizeRatio: POINT_RATIO * params.sizeRatio } : params);
      this.pickProgram = pickProgram;
    }
  }

  return {
    edges: {
      arrow: skipIfHidden(createEdgeArrowProgram<NodeAttributes, EdgeAttributes>()),
      doubleArrow: skipIfHidden(createEdgeDoubleArrowProgram<NodeAttributes, EdgeAttributes>()),
    },
    nodes: { circle: Circles },
  };
}
