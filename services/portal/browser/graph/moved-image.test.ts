import { expect, test } from '@jest/globals';
import { createMovedImage } from './moved-image.ts';

const SIZE = { width: 200, height: 100 };

/** A renderer with a camera like that of sigma. */
function fakeRenderer() {
  let state = { x: 0.5, y: 0.5, ratio: 1, angle: 0 };
  const canvases = Object.fromEntries(['edges', 'nodes', 'mouse'].map((name) => [name, { style: {} }]));
  const turn = ({ x, y }: { x: number; y: number }, angle: number) => ({
    x: x * Math.cos(angle) - y * Math.sin(angle),
    y: x * Math.sin(angle) + y * Math.cos(angle),
  });
  const renderer = {
    getCanvases: () => canvases as unknown as Record<string, HTMLCanvasElement>,
    getDimensions: () => SIZE,
    getCamera: () => ({ getState: () => state }),
    framedGraphToViewport(
      { x, y }: { x: number; y: number },
      { cameraState: camera } = { cameraState: state },
    ) {
      const turned = turn({ x: x - camera.x, y: y - camera.y }, camera.angle);
      return {
        x: SIZE.width / 2 + (turned.x * 100) / camera.ratio,
        y: SIZE.height / 2 - (turned.y * 100) / camera.ratio,
      };
    },
    viewportToFramedGraph(
      { x, y }: { x: number; y: number },
      { cameraState: camera }: { cameraState: typeof state },
    ) {
      const turned = turn(
        { x: ((x - SIZE.width / 2) * camera.ratio) / 100, y: ((SIZE.height / 2 - y) * camera.ratio) / 100 },
        -camera.angle,
      );
      return { x: turned.x + camera.x, y: turned.y + camera.y };
    },
  };
  const setCamera = (changed: Partial<typeof state>): void => void (state = { ...state, ...changed });
  return { renderer, canvases: canvases as Record<string, { style: CSSStyleDeclaration }>, setCamera };
}

/** Returns where a transformation moves a point. */
function transformed({ x, y }: { x: number; y: number }, transform: string): { x: number; y: number } {
  const [a, b, c, d, e, f] = /^matrix\((.*)\)$/.exec(transform)![1]!.split(',').map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

test('moves a memory of the image to where the camera shows it', () => {
  const { renderer, canvases, setCamera } = fakeRenderer();
  const image = createMovedImage(renderer);
  const memory = { x: 0.3, y: 0.8 };
  const drawn = renderer.framedGraphToViewport(memory);
  for (const camera of [{ x: 0.6 }, { y: 0.1 }, { ratio: 0.5 }, { angle: 0.7 }]) {
    setCamera(camera);
    image.move();
    const shown = transformed(drawn, canvases['edges']!.style.transform);
    const expected = renderer.framedGraphToViewport(memory);
    expect(shown.x).toBeCloseTo(expected.x, 1);
    expect(shown.y).toBeCloseTo(expected.y, 1);
  }
});

test('moves all canvases except that of the pointer, and moves them back before the map is drawn', () => {
  const { renderer, canvases, setCamera } = fakeRenderer();
  const image = createMovedImage(renderer);
  setCamera({ x: 0.75 });
  image.move();
  expect(canvases['nodes']!.style.transform).toBe(canvases['edges']!.style.transform);
  expect(canvases['mouse']!.style).toEqual({});
  image.beforeDrawing();
  expect(canvases['nodes']!.style.transform).toBe('');
  image.move();
  expect(transformed({ x: 10, y: 20 }, canvases['nodes']!.style.transform)).toEqual({ x: 10, y: 20 });
});
