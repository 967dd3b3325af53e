/**
 * Finds folders that need each other, however long the way round: whoever reads one of them has to read all. Files that lie directly in the
 * source folder of an area hold it together (its context, its routes, what composes it), so each of them counts by itself.
 */
const areaOf = /^((?:services|packages|client)\/[^/]+\/src|sites\/[^/]+\/app)\/(.+)$/
const aside = /\.test\.tsx?$|\/testing\/|\/start-test-/

/**
 * @param {readonly { source: string, dependencies: readonly { resolved: string }[] }[]} modules
 * @returns {Map<string, { folders: number, cycles: string[][] }>} by area, such as `services/billing/src`
 */
export function findFolderCycles(modules) {
  /** @type {Map<string, Map<string, Set<string>>>} */
  const areas = new Map()
  for (const { source, dependencies } of modules) {
    const from = placeOf(source)
    if (from === null) continue
    const folders = areas.get(from.area) ?? new Map()
    areas.set(from.area, folders)
    const arrows = folders.get(from.node) ?? new Set()
    folders.set(from.node, arrows)
    for (const { resolved } of dependencies) {
      const to = placeOf(resolved)
      if (to !== null && to.area === from.area && to.node !== from.node) arrows.add(to.node)
    }
  }
  return new Map(
    [...areas].map(([area, folders]) => [
      area,
      {
        folders: [...folders.keys()].filter((node) => node.endsWith('/')).length,
        cycles: findCycles(folders).filter((nodes) => nodes.some((node) => node.endsWith('/'))),
      },
    ]),
  )
}

/** @param {string} path */
function placeOf(path) {
  const [, area, rest] = areaOf.exec(path) ?? []
  if (area === undefined || rest === undefined || aside.test(path)) return null
  const end = rest.lastIndexOf('/')
  return { area, node: end < 0 ? rest : rest.slice(0, end + 1) }
}

/**
 * The groups of nodes that reach each other (Tarjan's strongly connected components of more than one node).
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph
 * @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {Map<string, { index: number, low: number, onStack: boolean }>} */
  const seen = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {string[][]} */
  const cycles = []
  /** @param {string} node */
  const visit = (node) => {
    const mine = { index: seen.size, low: seen.size, onStack: true }
    seen.set(node, mine)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      const known = seen.get(next)
      if (known === undefined) mine.low = Math.min(mine.low, visit(next).low)
      else if (known.onStack) mine.low = Math.min(mine.low, known.index)
    }
    if (mine.low !== mine.index) return mine
    const group = stack.splice(stack.indexOf(node))
    for (const one of group) {
      const its = seen.get(one)
      if (its) its.onStack = false
    }
    if (group.length > 1) cycles.push(group.toSorted())
    return mine
  }
  for (const node of graph.keys()) if (!seen.has(node)) visit(node)
  return cycles
}
