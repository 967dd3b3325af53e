import type { Target } from '@bollard/object-storage'

export interface MemoryTarget extends Target {
  readonly objects: Map<string, Buffer>
}

/** A target that forgets. What is stored counts as stored at `at`. */
export function createMemoryTarget(at = new Date('2026-03-14T02:00:00Z')): MemoryTarget {
  const objects = new Map<string, Buffer>()
  return {
    name: 'memory:',
    objects,
    async put(path, content) {
      if (objects.has(path)) return 'exists'
      objects.set(path, Buffer.from(content))
      return 'stored'
    },
    replace: async (path, content) => void objects.set(path, Buffer.from(content)),
    get: async (path) => objects.get(path) ?? null,
    has: async (path) => objects.has(path),
    list: async (prefix) =>
      [...objects]
        .filter(([path]) => path.startsWith(prefix))
        .map(([path, { length }]) => ({ path, bytes: length, at }))
        .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    remove: async (path) => void objects.delete(path),
  }
}
