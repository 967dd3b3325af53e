import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export type Node = ESTree.Node

/** A parsed file of the source. Positions count UTF-16 code units from its start. */
export interface SourceFile {
  /** From the root of the repository, such as `services/billing/src/invoice/get.ts`. */
  readonly path: string
  readonly text: string
  readonly program: ESTree.Program
  parentOf(node: Node): Node | undefined
  /** The file that a relative import of this one means; undefined for packages. */
  importFrom(specifier: string): SourceFile | undefined
  /** What a package exports that this file imports. */
  loadPackage(specifier: string): Readonly<Record<string, unknown>>
}

/** Answers what reads files below `root`, each once. */
export function createSourceFiles(root: string): (path: string) => SourceFile {
  const files = new Map<string, SourceFile>()
  const open = (path: string): SourceFile => {
    const file = files.get(path) ?? parseFile(root, path, open)
    files.set(path, file)
    return file
  }
  return open
}

function parseFile(root: string, path: string, open: (path: string) => SourceFile): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  const parents = new Map<Node, Node>()
  visit(program, (node, parent) => void (parent !== undefined && parents.set(node, parent)))
  return {
    path,
    text,
    program,
    parentOf: (node) => parents.get(node),
    importFrom: (specifier) => (specifier.startsWith('.') ? open(join(dirname(path), specifier)) : undefined),
    loadPackage: createRequire(join(root, path)),
  }
}

/** Calls `see` for a node and for everything in it, the outer before the inner. */
export function visit(node: Node, see: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  see(node, parent)
  for (const child of Object.values(node))
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, see, node)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** `services/billing/src/invoice/get.ts:71`. */
export const placeOf = (file: SourceFile, { start }: Node): string =>
  `${file.path}:${file.text.slice(0, start).split('\n').length}`
