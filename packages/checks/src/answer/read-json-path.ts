import { jsonpath } from 'json-p3'

const { expressions, JSONPathEnvironment, selectors } = jsonpath

const pathLengthMax = 500

const environment = new JSONPathEnvironment({ maxRecursionDepth: 100 })
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
 * What lies at a JSON path in a body: the value of a path that leads to one place, a list of values of any other, undefined
 * where nothing does. Throws where the body is no JSON or `jsonPathFault` finds something.
 */
export function readJsonPath(path: string, body: string): unknown {
  const fault = jsonPathFault(path)
  if (fault !== null) throw new Error(`the JSON path is ${fault === 'syntax' ? 'none' : fault}`)
  const query = environment.compile(path)
  const values = query.query(JSON.parse(body)).values()
  if (values.length === 0) return undefined
  return query.singularQuery() ? values[0] : values
}

/**
 * Whether the work grows with the document alone: one selector a segment (two double it, at each level), one descent, and filters
 * that look at one place each.
 */
function isCheap({ segments }: jsonpath.JSONPathQuery): boolean {
  const descents = segments.filter((segment) => segment.toString().startsWith('..'))
  return descents.length <= 1 && segments.every(({ selectors }) => selectors.length === 1 && selectors.every(isCheapSelector))
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
