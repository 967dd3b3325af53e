import { type Node, placeOf, type SourceFile, visit } from './source-files.ts'

/** The expression depends on what only the running program knows. */
export class NotConstantError extends Error {}

/** Picks one of `count` ways, the same one for the same `key`: all parts of a statement see a condition alike. */
export type Choose = (key: string, count: number) => number

/** What names mean in the calls that are being folded. */
type Given = ReadonlyMap<string, unknown>

const waysMax = 64

/**
 * What `fold` answers, for every way in which it can go: a condition that isn't constant is once true and once false, and a parameter
 * is what each of the calls in the same file passes. Throws `NotConstantError`.
 */
export function foldEveryWay<T>(fold: (choose: Choose) => T): T[] {
  const ways: T[] = []
  let steps: { readonly count: number; readonly taken: number }[] = []
  do {
    const taken = new Map<string, number>()
    ways.push(
      fold((key, count) => {
        const known = taken.get(key)
        if (known !== undefined) return known
        const step = (steps[taken.size] ??= { count, taken: 0 })
        taken.set(key, step.taken)
        return step.taken
      }),
    )
    // Like an odometer: the last choice moves on, and one that has no other way left falls away.
    steps = steps.slice(0, taken.size)
    let last = steps.pop()
    while (last !== undefined && last.taken + 1 >= last.count) last = steps.pop()
    if (last !== undefined) steps.push({ ...last, taken: last.taken + 1 })
    if (ways.length > waysMax) throw new NotConstantError(`has more than ${waysMax} variants`)
  } while (steps.length > 0)
  return ways
}

/** Answers what `node` is: text, numbers, lists, objects, and functions that do nothing but answer. Throws `NotConstantError`. */
export function constantOf(file: SourceFile, node: Node, choose: Choose, given: Given = new Map()): unknown {
  const of = (inner: Node): unknown => constantOf(file, inner, choose, given)
  const not = (): NotConstantError =>
    new NotConstantError(
      `${placeOf(file, node)}: ${file.text.slice(node.start, node.end).slice(0, 80)} is not constant`,
    )
  const keyOf = (inner: Node): string => `${file.path} ${file.text.slice(inner.start, inner.end)}`
  const attempt = (inner: Node): unknown => {
    try {
      return of(inner)
    } catch (error) {
      if (error instanceof NotConstantError) return unknown
      throw error
    }
  }
  const isTrue = (test: Node): boolean => {
    const value = attempt(test)
    return value === unknown ? choose(keyOf(test), 2) === 0 : Boolean(value)
  }
  const listOf = (nodes: readonly (Node | null)[], one = of): unknown[] =>
    nodes.flatMap((element) => {
      if (element === null) return [undefined]
      return element.type === 'SpreadElement' ? [...(of(element.argument) as Iterable<unknown>)] : [one(element)]
    })

  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral':
      return node.quasis
        .map(({ value }, index) => {
          const inserted = node.expressions[index]
          return `${value.cooked ?? ''}${inserted === undefined ? '' : String(of(inserted))}`
        })
        .join('')
    case 'BinaryExpression':
      return operate(node.operator, of(node.left), of(node.right)) ?? reject(not())
    case 'LogicalExpression': {
      if (node.operator === '??') return of(node.left) ?? of(node.right)
      const isLeft = isTrue(node.left)
      return isLeft === (node.operator === '||') ? of(node.left) : of(node.right)
    }
    case 'ConditionalExpression':
      return of(isTrue(node.test) ? node.consequent : node.alternate)
    case 'ArrayExpression':
      return listOf(node.elements)
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.flatMap((property): [string, unknown][] => {
          if (property.type === 'SpreadElement') return Object.entries(of(property.argument) as object)
          const isName = property.key.type === 'Identifier' && !property.computed
          // Members that nobody asks for may be anything.
          const value = attempt(property.value)
          return value === unknown ? [] : [[isName ? nameOf(property.key) : String(of(property.key)), value]]
        }),
      )
    case 'MemberExpression': {
      const object = of(node.object)
      if (object === null || object === undefined) break
      const members = object as Record<string, unknown>
      const key = node.computed ? attempt(node.property) : nameOf(node.property)
      if (key === unknown) {
        const all = Object.values(members)
        return all[choose(keyOf(node.property), all.length)]
      }
      const member = members[String(key)]
      if (member === undefined) break
      return member
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return of(node.expression)
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      return (...values: unknown[]) => {
        const answer = answerOf(node.body)
        if (answer === undefined) throw not()
        return constantOf(file, answer, choose, new Map([...given, ...bind(node.params, values)]))
      }
    case 'NewExpression':
    case 'CallExpression': {
      const values = listOf(node.arguments, attempt)
      if (node.type === 'NewExpression')
        return nameOf(node.callee) === 'Set' ? new Set(values[0] as string[]) : reject(not())
      const { callee } = node
      const object = callee.type === 'MemberExpression' ? of(callee.object) : undefined
      const called: unknown = of(callee)
      if (typeof called === 'function') return called.apply(object, values)
      break
    }
    case 'Identifier': {
      const value = given.has(node.name) ? given.get(node.name) : meaningOf(file, node, node.name, choose, given)
      if (value !== unknown) return value
      break
    }
    default:
  }
  throw not()
}

/** Stands for what isn't constant, where it may turn out that nobody asks. */
const unknown = Symbol('unknown')

function reject(error: Error): never {
  throw error
}

function operate(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '===') return left === right
  if (operator === '!==') return left !== right
  if (operator === '+') return (left as number) + (right as number)
  if (operator === '-') return (left as number) - (right as number)
  if (operator === '*') return (left as number) * (right as number)
  return operator === '/' ? (left as number) / (right as number) : undefined
}

/** What is called in constants, beside what the source declares. */
const globals: Readonly<Record<string, unknown>> = { Object, String, Math, undefined }

const nameOf = (node: Node): string => ('name' in node && typeof node.name === 'string' ? node.name : '')

/** What a function answers that has nothing but constants before its `return`. */
function answerOf(body: Node | null): Node | undefined {
  if (body?.type !== 'BlockStatement') return body ?? undefined
  const last = body.body.at(-1)
  const isPure = body.body.slice(0, -1).every((one) => one.type === 'VariableDeclaration' && one.kind === 'const')
  return last?.type === 'ReturnStatement' && isPure ? (last.argument ?? undefined) : undefined
}

/** What the names of a pattern mean where its parts are `values`. */
function bind(patterns: readonly (Node | null)[], values: readonly unknown[]): [string, unknown][] {
  return patterns.flatMap((pattern, index) => bindOne(pattern, values[index]))
}

/** Of a parameter: literals alone. */
const defaultOf = (node: Node): unknown => (node.type === 'Literal' ? node.value : unknown)

function bindOne(pattern: Node | null, value: unknown): [string, unknown][] {
  if (pattern !== null && value === unknown) return namesIn(pattern).map((name) => [name, unknown])
  switch (pattern?.type) {
    case 'Identifier':
      return [[pattern.name, value]]
    case 'AssignmentPattern':
      return bindOne(pattern.left, value === undefined ? defaultOf(pattern.right) : value)
    case 'ArrayPattern':
      return Array.isArray(value) ? bind(pattern.elements, value) : []
    case 'ObjectPattern':
      return typeof value !== 'object' || value === null
        ? []
        : pattern.properties.flatMap((one) =>
            one.type === 'RestElement' ? [] : bindOne(one.value, (value as Record<string, unknown>)[nameOf(one.key)]),
          )
    case 'RestElement':
    default:
      return []
  }
}

/** Looks the name up from the inside out, as the language does. */
function meaningOf(file: SourceFile, from: Node, name: string, choose: Choose, given: Given): unknown {
  for (let scope = file.parentOf(from); scope !== undefined; scope = file.parentOf(scope)) {
    if (scope.type === 'BlockStatement' || scope.type === 'Program') {
      for (const statement of scope.body) {
        const found = declaredBy(file, statement, name, choose, given)
        if (found !== undefined) return found.is
      }
    } else if (scope.type === 'ForOfStatement' && scope.left.type === 'VariableDeclaration') {
      const found = eachOf(file, scope.left.declarations[0]?.id ?? null, scope.right, name, choose, given)
      if (found !== undefined) return found.is
    } else if ('params' in scope && Array.isArray(scope.params) && 'body' in scope) {
      const isOwn = scope.params.some((param) => namesIn(param as Node).includes(name))
      if (isOwn) return passedTo(file, scope, scope.params as Node[], name, choose)
    }
  }
  if (Object.hasOwn(globals, name)) return globals[name]
  throw new NotConstantError(`${placeOf(file, from)}: nothing says what ${name} is`)
}

interface Found {
  readonly is: unknown
}

function eachOf(
  file: SourceFile,
  pattern: Node | null,
  list: Node,
  name: string,
  choose: Choose,
  given: Given,
): Found | undefined {
  if (pattern === null || !namesIn(pattern).includes(name)) return undefined
  const all = constantOf(file, list, choose, given)
  if (!Array.isArray(all)) return undefined
  const one: unknown = all[choose(`${placeOf(file, list)} each`, all.length)]
  return { is: new Map(bindOne(pattern, one)).get(name) }
}

function declaredBy(file: SourceFile, statement: Node, name: string, choose: Choose, given: Given): Found | undefined {
  if (statement.type === 'ImportDeclaration') {
    const specifier = statement.specifiers.find(({ local }) => local.name === name)
    if (specifier?.type !== 'ImportSpecifier') return undefined
    const imported = nameOf(specifier.imported)
    const other = file.importFrom(statement.source.value)
    if (other !== undefined) return exportedBy(other, imported, choose)
    return { is: file.loadPackage(statement.source.value)[imported] }
  }
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type === 'FunctionDeclaration' && declared.id?.name === name)
    return { is: constantOf(file, declared, choose, new Map()) }
  if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return undefined
  const declarator = declared.declarations.find(({ id }) => namesIn(id).includes(name))
  if (!declarator?.init) return undefined
  const value = constantOf(file, declarator.init, choose, given)
  return { is: new Map(bindOne(declarator.id, value)).get(name) }
}

function exportedBy(file: SourceFile, name: string, choose: Choose): Found | undefined {
  for (const statement of file.program.body) {
    const found = declaredBy(file, statement, name, choose, new Map())
    if (found !== undefined) return found
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) continue
    const passed = statement.specifiers.find(({ exported }) => nameOf(exported) === name)
    const other = passed === undefined ? undefined : file.importFrom(statement.source.value)
    if (passed !== undefined && other !== undefined) return exportedBy(other, nameOf(passed.local), choose)
  }
  return undefined
}

/** What the calls in this file pass for a parameter of a function that has a name. */
function passedTo(file: SourceFile, scope: Node, params: readonly Node[], name: string, choose: Choose): unknown {
  const parent = file.parentOf(scope)
  if (
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    nameOf(parent.callee.property) === 'map'
  )
    return eachOf(file, params[0] ?? null, parent.callee.object, name, choose, new Map())?.is
  const called =
    scope.type === 'FunctionDeclaration'
      ? scope.id?.name
      : parent?.type === 'VariableDeclarator'
        ? nameOf(parent.id)
        : ''
  const calls: Extract<Node, { type: 'CallExpression' }>[] = []
  visit(file.program, (node) => {
    if (node.type === 'CallExpression' && called !== '' && nameOf(node.callee) === called) calls.push(node)
  })
  const isExported = scope.type === 'FunctionDeclaration' && parent?.type === 'ExportNamedDeclaration'
  if (calls.length === 0 || isExported)
    throw new NotConstantError(`${placeOf(file, scope)}: callers say what ${name} is`)
  const call = calls[choose(`${placeOf(file, scope)} called`, calls.length)]
  const index = params.findIndex((param) => namesIn(param).includes(name))
  const argument = call?.arguments[index]
  if (argument === undefined || call?.arguments.some(({ type }) => type === 'SpreadElement'))
    throw new NotConstantError(`${placeOf(file, scope)}: a call leaves open what ${name} is`)
  return new Map(bindOne(params[index] ?? null, constantOf(file, argument, choose))).get(name)
}

function namesIn(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one === null ? [] : namesIn(one)))
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => (one.type === 'RestElement' ? [] : namesIn(one.value)))
    default:
      return []
  }
}
