import { execFileSync } from 'node:child_process'
import { constantOf, foldEveryWay, NotConstantError } from './fold-constants.ts'
import { createSourceFiles, placeOf, type SourceFile, visit, type Node } from './source-files.ts'

/** A named statement of the product, as the source has it. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** Where it is asked, such as `services/billing/src/invoice/get.ts:71`. */
  readonly place: string
}

export interface FoundStatements {
  readonly statements: readonly Statement[]
  /** Calls whose name or text only the running program knows, and why. */
  readonly dynamic: readonly { readonly place: string; readonly why: string }[]
}

const product = /^(?:services|packages)\/[^/]+\/src\/.*\.ts$|^server\/.*\.ts$/u
/** What only tests, and programs beside the product, run. */
const beside = /\.test\.ts$|\/testing\/|^packages\/testing\//u

/** Finds every `….query(name, text, …)` in the source of the product below `root`. */
export function findStatements(root: string): FoundStatements {
  const open = createSourceFiles(root)
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => product.test(path) && !beside.test(path))
  const found = paths.map((path) => findIn(open(path)))
  return { statements: found.flatMap(({ statements }) => statements), dynamic: found.flatMap(({ dynamic }) => dynamic) }
}

/** The same in one file. */
export function findIn(file: SourceFile): FoundStatements {
  const statements: Statement[] = []
  const dynamic: { place: string; why: string }[] = []
  visit(file.program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
    const { property } = node.callee
    if (property.type !== 'Identifier' || property.name !== 'query') return
    const [first, second] = node.arguments
    // The driver's own `query(text, values)` knows no names.
    if (first?.type !== 'SpreadElement' && (second === undefined || second.type === 'ArrayExpression')) return
    const place = placeOf(file, node)
    if (node.typeArguments) dynamic.push({ place, why: 'its rows are typed by hand' })
    try {
      statements.push(...variantsOf(file, node.arguments).map((one) => ({ ...one, place })))
    } catch (error) {
      if (!(error instanceof NotConstantError)) throw error
      dynamic.push({ place, why: error.message })
    }
  })
  return { statements, dynamic }
}

function variantsOf(file: SourceFile, given: readonly Node[]): { name: string; text: string }[] {
  const all = foldEveryWay((choose) => {
    const [first, second] = given
    const pair: unknown[] =
      first?.type === 'SpreadElement'
        ? (constantOf(file, first.argument, choose) as unknown[])
        : [first, second].map((one) => (one === undefined ? undefined : constantOf(file, one, choose)))
    const [name, text] = pair
    if (typeof name !== 'string' || typeof text !== 'string') throw new NotConstantError('name or text is no text')
    return { name, text }
  })
  return [...new Map(all.map((one) => [`${one.name} ${one.text}`, one])).values()]
}
