import { jsonpath } from 'json-p3'

const { expressions, JSONPathEnvironment, selectors } = jsonpath

const pathLengthMax = 500

type JsonValue = Parameters<jsonpath.JSONPathQuery['query']>[0]

const environment = new JSONPathEnvironment({ maxRecursionDepth: 50 })
// `match` and `search` would run expressions that explode; `count` and `value` search within a search.
for (const name of ['match', 'search', 'count', 'value']) environment.functionRegister.delete(name)

/** What is wrong with a JSON path (RFC 9535), or null. */
export function jsonPathFault(path: string): 'too-long' | 'syntax' | 'too-complex' | null {
  if (path.length > pathLengthMax) return 'too-long'
  try {
    return isCheap(environment.compile(path)) ? null : 'too-complex'
  } catch {
    return 'syntax'
  }
}

/**
 * What lies at a JSON path in a document: the value of a path that leads to one place, a list of values of any other, undefined
 * where nothing does. Throws where `jsonPathFault` finds something.
 */
export function readJsonPath(path: string, document: JsonValue): unknown {
  const query = compile(path)
  const values = query.query(document).values()
  if (values.length === 0) return undefined
  return query.singularQuery() ? values[0] : values
}

/** Whether a path leads to one place at most: then it costs nothing to follow. Throws as `readJsonPath`. */
export function isSingular(path: string): boolean {
  return compile(path).singularQuery()
}

/** How many values there are in a document, itself and all within: so many are looked at by a path that searches. */
export function countValues(document: unknown): number {
  const left: unknown[] = [document]
  let count = 0
  while (left.length > 0) {
    const value = left.pop()
    count += 1
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) left.push(inner)
  }
  return count
}

function compile(path: string): jsonpath.JSONPathQuery {
  const fault = jsonPathFault(path)
  if (fault !== null) throw new Error(`the JSON path is ${fault === 'syntax' ? 'none' : fault}`)
  return environment.compile(path)
}

/**
 * Whether the work grows with the document alone: one selector a segment (two double it, at each level), one descent, and filters
 * that look at one place each.
 */
function isCheap({ segments }: jsonpath.JSONPathQuery): boolean {
  const descents = segments.filter((segment) => segment.toString().startsWith('..'))
  return (
    descents.length <= 1 &&
    segments.every(({ selectors }) => selectors.length === 1 && selectors.every(isCheapSelector))
  )
}

function isCheapSelector(selector: jsonpath.JSONPathSelector): boolean {
  return !(selector instanceof selectors.FilterSelector) || isCheapExpression(selector.expression)
}

function isCheapExpression(expression: jsonpath.expressions.FilterExpression): boolean {
  if (expression instanceof expressions.LogicalExpression) return isCheapExpression(expression.expression)
  if (expression instanceof expressions.PrefixExpression) return isCheapExpression(expression.right)
  if (expression instanceof expressions.InfixExpression)
    return isCheapExpression(expression.left) && isCheapExpression(expression.right)
  if (expression instanceof expressions.FunctionExtension) return expression.args.every(isCheapExpression)
  return !(expression instanceof expressions.FilterQuery) || expression.path.singularQuery()
}
