import { describe, expect, test } from 'vitest';
import { withDeferredCalls } from './deferred-calls.js';

interface Tree {
  readonly children: readonly Tree[];
}

/** A tree of which every node has a child that is a leaf, and another one that goes on. */
function spine(depth: number): Tree {
  let tree: Tree = { children: [] };
  for (let level = 0; level < depth; level++) tree = { children: [{ children: [] }, tree] };
  return tree;
}

function counter() {
  const calls = { count: 0 };
  const size: (tree: Tree) => number = withDeferredCalls(
    ({ children }: Tree): number => {
      calls.count++;
      return children.reduce((sum, child) => sum + size(child), 1);
    },
    () => 0,
  );
  return { calls, size };
}

describe('a function that calls itself for parts of a value', () => {
  test.each([0, 248, 249, 250, 251, 499, 500, 501, 100_000])('goes %i levels deep', (depth) => {
    const { size } = counter();
    expect(size(spine(depth))).toBe(2 * depth + 1);
    expect(size(spine(3))).toBe(7);
  });

  test('walks everything twice at most', () => {
    const { calls, size } = counter();
    const bushes: Tree = { children: Array.from({ length: 50 }, () => spine(600)) };
    let tree = bushes;
    for (let level = 0; level < 240; level++) tree = { children: [tree] };
    expect(size(tree)).toBe(240 + 1 + 50 * 1201);
    expect(calls.count).toBeLessThan(2.1 * (240 + 1 + 50 * 1201));
  });

  test('begins anew after an error', () => {
    const depthOf: (tree: Tree) => number = withDeferredCalls(
      ({ children: [first] }: Tree): number => {
        if (first === undefined) throw new Error('the end');
        return 1 + depthOf(first);
      },
      () => 0,
    );
    for (let time = 0; time < 3; time++) expect(() => depthOf({ children: [{ children: [] }] })).toThrow('the end');
    const { size } = counter();
    expect(size(spine(1000))).toBe(2001);
  });
});
