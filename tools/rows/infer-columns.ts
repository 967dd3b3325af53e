import type { Catalogue } from './read-catalogue.ts'
import {
  isNode,
  nameOf,
  nodesOf,
  numberOf,
  numbersOf,
  readNodeTree,
  type TreeNode,
  type TreeValue,
} from './read-node-tree.ts'
import { alwaysAnswers, isOfSample, mayAnswerNull, neverNullSets } from './null-of-functions.ts'

/** Where a value can come from, if it comes as it is: a column of a table, or a text of the statement. */
export type Origin = { readonly column: string } | { readonly literal: string }

/** What is known of a value beside its type of PostgreSQL. */
export interface Known {
  readonly nullable: boolean
  /** All places that it can come from; undefined when it may be anything of its type. */
  readonly origins: readonly Origin[] | undefined
}

export interface ResultColumn extends Known {
  readonly name: string
}

/** A statement or a part of it, and those around it. */
interface Scope {
  readonly query: TreeNode
  readonly outer: Scope | undefined
  /**
   * Variables that rows of this query never have null in, and outer joins that found a row for them: its conditions would have dropped
   * any other row.
   */
  readonly proven: ReadonlySet<string>
}

const inner = 0
const left = 1
const right = 3

const unknownMaybe: Known = { nullable: true, origins: undefined }
const unknownNever: Known = { nullable: false, origins: undefined }

/**
 * Answers what the rows of an analysed statement are: names in their order, what can be null, and where values come from. `query` is
 * the `QUERY` of a `pg_node_tree`. When in doubt, a column may be null.
 */
export function inferColumns(catalogue: Catalogue, query: TreeNode): ResultColumn[] {
  const inference = createInference(catalogue)
  return inference.columnsOf(query, undefined)
}

function createInference(catalogue: Catalogue) {
  /** Parts that need themselves: what they are follows from the other part. */
  const open = new Set<TreeNode>()

  function columnsOf(query: TreeNode, outer: Scope | undefined): ResultColumn[] {
    if (open.has(query)) return []
    open.add(query)
    try {
      const scope: Scope = { query, outer, proven: provenBy(query) }
      const isSelect = query.fields.commandType === '1'
      const list = nodesOf(isSelect ? query.fields.targetList : query.fields.returningList)
      const shown = list.filter(({ fields }) => fields.resjunk === 'false')
      const sets = isNode(query.fields.setOperations) ? columnsOfSets(query.fields.setOperations, scope) : undefined
      return shown.map(({ fields }, index) => ({
        ...(sets?.[index] ?? known(fields.expr, scope)),
        name: nameOf(fields.resname),
      }))
    } finally {
      open.delete(query)
    }
  }

  /** Of `union` and its like. A leg that is being asked already (a recursive one) adds nothing. */
  function columnsOfSets(node: TreeNode, scope: Scope): readonly Known[] {
    if (node.kind === 'RANGETBLREF') {
      const entry = nodesOf(scope.query.fields.rtable)[numberOf(node.fields.rtindex) - 1]
      return isNode(entry?.fields.subquery) ? columnsOf(entry.fields.subquery, scope) : []
    }
    const legs = [node.fields.larg, node.fields.rarg].map((leg) => (isNode(leg) ? columnsOfSets(leg, scope) : []))
    const [first = [], second = []] = legs
    if (first.length === 0 || second.length === 0) return [...first, ...second]
    return first.map((one, index) => either([one, second[index] ?? unknownMaybe]))
  }

  function known(value: TreeValue | undefined, scope: Scope): Known {
    if (!isNode(value)) return unknownMaybe
    const { kind, fields } = value
    const all = (list: TreeValue | undefined): readonly Known[] => nodesOf(list).map((one) => known(one, scope))
    const anyNull = (list: TreeValue | undefined): boolean => nodesOf(list).some((one) => isNullOperand(one, scope))
    const plain = (nullable: boolean): Known => ({ nullable, origins: undefined })
    switch (kind) {
      case 'VAR':
        return ofVariable(fields, scope)
      case 'CONST':
        if (fields.constisnull === 'true') return { nullable: true, origins: [] }
        return {
          nullable: false,
          origins: fields.consttype === '25' ? [{ literal: textOf(fields.constvalue) }] : undefined,
        }
      case 'TARGETENTRY':
        return known(fields.expr, scope)
      case 'RELABELTYPE':
        return known(fields.arg, scope)
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COERCETODOMAIN':
        return plain(known(fields.arg, scope).nullable)
      case 'COALESCEEXPR': {
        const values = all(fields.args)
        return { ...either(values), nullable: values.every(({ nullable }) => nullable) }
      }
      case 'CASEEXPR': {
        const results = nodesOf(fields.args).map((when) => known(when.fields.result, scope))
        return either([
          ...results,
          isNode(fields.defresult) ? known(fields.defresult, scope) : { nullable: true, origins: [] },
        ])
      }
      case 'MINMAXEXPR':
        return plain(all(fields.args).every(({ nullable }) => nullable))
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return plain(anyNull(fields.args))
      case 'OPEXPR':
      case 'FUNCEXPR':
        if (fields.funcretset === 'true') return ofElements(value, 1, scope)
        return plain(isNullCall(numberOf(fields.opfuncid ?? fields.funcid), fields.args, scope))
      case 'ROWCOMPAREEXPR':
        return plain(anyNull(fields.largs) || anyNull(fields.rargs))
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ROWEXPR':
      case 'ARRAYEXPR':
      case 'SQLVALUEFUNCTION':
      case 'GROUPINGFUNC':
      case 'JSONISPREDICATE':
        return unknownNever
      case 'AGGREF':
        return ofAggregate(fields, scope)
      case 'WINDOWFUNC': {
        const { name } = catalogue.procedure(numberOf(fields.winfnoid))
        return plain(!alwaysAnswers.has(name))
      }
      case 'SUBLINK':
        return ofSublink(fields, scope)
      default:
        // Parameters, members of composites and of arrays, `nullif`, and what nobody has thought of.
        return unknownMaybe
    }
  }

  /** What is asked with a parameter is asked with a value: callers that pass null get null, and know it. */
  function isNullOperand(value: TreeNode | undefined, scope: Scope): boolean {
    if (value?.kind === 'PARAM') return false
    if (value?.kind === 'RELABELTYPE' || value?.kind === 'COERCEVIAIO' || value?.kind === 'ARRAYCOERCEEXPR')
      return isNode(value.fields.arg) && isNullOperand(value.fields.arg, scope)
    return known(value, scope).nullable
  }

  function isNullCall(oid: number, given: TreeValue | undefined, scope: Scope): boolean {
    const procedure = catalogue.procedure(oid)
    if (alwaysAnswers.has(procedure.name)) return false
    const body = bodyOf(oid)
    if (body !== undefined) return !hasOneRow(body) || columnsOf(body, undefined)[0]?.nullable !== false
    if (!procedure.strict || mayAnswerNull(procedure)) return true
    return nodesOf(given).some((one) => isNullOperand(one, scope))
  }

  /** The last statement of a function in SQL, which is what it answers. */
  function bodyOf(oid: number): TreeNode | undefined {
    const { body } = catalogue.procedure(oid)
    return body === null ? undefined : nodesOf([readNodeTree(body)].flat(2)).at(-1)
  }

  function ofAggregate(fields: TreeNode['fields'], scope: Scope): Known {
    const { name } = catalogue.procedure(numberOf(fields.aggfnoid))
    if (alwaysAnswers.has(name)) return unknownNever
    const values = nodesOf(fields.args).map((one) => known(one, scope))
    const { groupClause, groupingSets } = levelOf(scope, numberOf(fields.agglevelsup))?.query.fields ?? {}
    const hasRows = nodesOf(groupClause).length > 0 && groupingSets === null && fields.aggfilter === null
    const nullable = !hasRows || isOfSample(name) || values.some((one) => one.nullable)
    return { nullable, origins: name === 'min' || name === 'max' ? values[0]?.origins : undefined }
  }

  function ofSublink(fields: TreeNode['fields'], scope: Scope): Known {
    const [exists, , any, , expression, , array] = ['0', '1', '2', '3', '4', '5', '6']
    const query = isNode(fields.subselect) ? fields.subselect : undefined
    if (fields.subLinkType === exists || fields.subLinkType === array || query === undefined) return unknownNever
    const [first] = columnsOf(query, scope)
    if (fields.subLinkType === expression)
      return { nullable: first?.nullable !== false || !hasOneRow(query), origins: first?.origins }
    if (fields.subLinkType !== any || !isNode(fields.testexpr)) return unknownMaybe
    const [asked] = nodesOf(fields.testexpr.fields.args)
    return { nullable: first?.nullable !== false || isNullOperand(asked, scope), origins: undefined }
  }

  function levelOf(scope: Scope | undefined, level: number): Scope | undefined {
    return level === 0 ? scope : levelOf(scope?.outer, level - 1)
  }

  function ofVariable(fields: TreeNode['fields'], from: Scope): Known {
    const scope = levelOf(from, numberOf(fields.varlevelsup))
    const number = numberOf(fields.varattno)
    const place = numberOf(fields.varno)
    const entry = nodesOf(scope?.query.fields.rtable)[place - 1]
    if (scope === undefined || entry === undefined) return unknownMaybe
    const value = ofEntry(entry, number, scope)
    if (isAbsentRow(fields.varreturningtype, scope.query)) return { ...value, nullable: true }
    const isWhole = numbersOf(fields.varnullingrels).every((join) => scope.proven.has(keyOfJoin(join)))
    if (isWhole && !value.nullable) return value
    const isAssigned = place === numberOf(scope.query.fields.resultRelation) && assigns(scope.query, number)
    return { ...value, nullable: isAssigned || !scope.proven.has(keyOfVariable(fields)) }
  }

  /** A column of something that a query reads from. */
  function ofEntry({ fields }: TreeNode, number: number, scope: Scope): Known {
    const [relation, subquery, join, , , values, common, , , group] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
    // The whole row, and columns of the system.
    if (number <= 0) return unknownNever
    switch (fields.rtekind) {
      case relation: {
        const column = catalogue.column(numberOf(fields.relid), number)
        return {
          nullable: column?.notNull !== true,
          origins: column === undefined ? undefined : [{ column: column.path }],
        }
      }
      case subquery:
        return isNode(fields.subquery) ? (columnsOf(fields.subquery, scope)[number - 1] ?? unknownMaybe) : unknownMaybe
      case join:
        return known(nodesOf(fields.joinaliasvars)[number - 1], scope)
      case group:
        return known(nodesOf(fields.groupexprs)[number - 1], scope)
      case values: {
        const lists = Array.isArray(fields.values_lists) ? (fields.values_lists as readonly TreeValue[]) : []
        return either(lists.map((list) => known(nodesOf(list)[number - 1], scope)))
      }
      case common:
        return ofCommonTable(fields, number, scope)
      default:
        return ofFunction(fields, number, scope)
    }
  }

  function ofCommonTable(fields: TreeNode['fields'], number: number, from: Scope): Known {
    const scope = levelOf(from, numberOf(fields.ctelevelsup))
    const table = nodesOf(scope?.query.fields.cteList).find((one) => one.fields.ctename === fields.ctename)
    const query = table?.fields.ctequery
    if (!isNode(query)) return unknownMaybe
    // A recursive leg reads what the legs yield: it is never null for a reason of its own.
    if (open.has(query)) return { nullable: false, origins: [] }
    return columnsOf(query, scope)[number - 1] ?? unknownMaybe
  }

  function ofFunction(fields: TreeNode['fields'], number: number, scope: Scope): Known {
    let before = 0
    for (const one of nodesOf(fields.functions)) {
      const count = numberOf(one.fields.funccolcount)
      const call = one.fields.funcexpr
      if (number <= before + count) return isNode(call) ? ofElements(call, number - before, scope) : unknownMaybe
      before += count
    }
    // The number of `with ordinality`.
    return fields.funcordinality === 'true' ? unknownNever : unknownMaybe
  }

  /** Column `number` of what a function yields. Lists are taken to hold no null. */
  function ofElements(call: TreeNode, number: number, scope: Scope): Known {
    const { name } = catalogue.procedure(numberOf(call.fields.funcid))
    const body = bodyOf(numberOf(call.fields.funcid))
    if (body !== undefined) return columnsOf(body, undefined)[number - 1] ?? unknownMaybe
    if (neverNullSets.has(name)) return unknownNever
    const [list] = nodesOf(call.fields.args)
    if (name !== 'unnest') return unknownMaybe
    if (list?.kind !== 'ARRAYEXPR') return unknownNever
    return either(nodesOf(list.fields.elements).map((one) => known(one, scope)))
  }

  /** Variables that are not null in every row that passes the conditions of a query. */
  function provenBy({ fields }: TreeNode): ReadonlySet<string> {
    const found = new Set<string>()
    if (isNode(fields.jointree)) proveJoin(fields.jointree, found)
    for (const key of provenIf(fields.havingQual)) found.add(key)
    return found
  }

  function proveJoin({ kind, fields }: TreeNode, found: Set<string>): void {
    if (kind === 'FROMEXPR') for (const one of nodesOf(fields.fromlist)) proveJoin(one, found)
    const type = kind === 'JOINEXPR' ? numberOf(fields.jointype) : inner
    if (type === inner) for (const key of provenIf(fields.quals)) found.add(key)
    if (kind !== 'JOINEXPR') return
    if ((type === inner || type === left) && isNode(fields.larg)) proveJoin(fields.larg, found)
    if ((type === inner || type === right) && isNode(fields.rarg)) proveJoin(fields.rarg, found)
  }

  /** Variables that are not null where a condition holds. */
  function provenIf(condition: TreeValue | undefined): readonly string[] {
    if (!isNode(condition)) return []
    const { kind, fields } = condition
    const operands = nodesOf(fields.args)
    if (kind === 'BOOLEXPR' && fields.boolop === 'and') return operands.flatMap(provenIf)
    if (kind === 'BOOLEXPR' && fields.boolop === 'or') {
      const [first = [], ...others] = operands.map(provenIf)
      return first.filter((key) => others.every((other) => other.includes(key)))
    }
    if (kind === 'NULLTEST') return fields.nulltesttype === '1' ? neededBy(fields.arg) : []
    if (kind === 'BOOLEANTEST')
      return fields.booltesttype === '0' || fields.booltesttype === '2' ? neededBy(fields.arg) : []
    // Only whether the array holds nothing decides without the value, and then by false.
    if (kind === 'SCALARARRAYOPEXPR') return fields.useOr === 'true' ? neededBy(operands[0]) : []
    if (kind === 'ROWCOMPAREEXPR') return [fields.largs, fields.rargs].flatMap((row) => neededBy(nodesOf(row)[0]))
    if (kind === 'SUBLINK')
      return fields.subLinkType === '2' && isNode(fields.testexpr) ? provenIf(fields.testexpr) : []
    return neededBy(condition)
  }

  /** Variables without which a value is null. */
  function neededBy(value: TreeValue | undefined): readonly string[] {
    if (!isNode(value)) return []
    const { kind, fields } = value
    if (kind === 'VAR')
      return fields.varlevelsup === '0'
        ? [keyOfVariable(fields), ...numbersOf(fields.varnullingrels).map(keyOfJoin)]
        : []
    if (kind === 'RELABELTYPE' || kind === 'COERCEVIAIO') return neededBy(fields.arg)
    if (kind !== 'OPEXPR' && kind !== 'FUNCEXPR') return []
    const { strict } = catalogue.procedure(numberOf(fields.opfuncid ?? fields.funcid))
    return strict ? nodesOf(fields.args).flatMap(neededBy) : []
  }

  return { columnsOf }
}

const keyOfVariable = ({ varno, varattno }: TreeNode['fields']): string => `${String(varno)}.${String(varattno)}`
const keyOfJoin = (index: number): string => `join ${index}`

/** A value that is one of these. */
function either(values: readonly Known[]): Known {
  const origins = values.flatMap((one) => one.origins ?? [])
  return {
    nullable: values.some(({ nullable }) => nullable),
    origins: values.some((one) => one.origins === undefined) ? undefined : origins,
  }
}

/** `returning old.…` of an insert and `returning new.…` of a deletion have no row. */
function isAbsentRow(returning: TreeValue | undefined, { fields }: TreeNode): boolean {
  const [insert, deletion, merge] = ['3', '4', '5']
  if (fields.commandType === merge) return true
  return (returning === '1' && fields.commandType === insert) || (returning === '2' && fields.commandType === deletion)
}

const assigns = ({ fields }: TreeNode, number: number): boolean =>
  fields.commandType === '2' && nodesOf(fields.targetList).some((one) => numberOf(one.fields.resno) === number)

/** A query without rows to read from and one that counts yield exactly one row. */
function hasOneRow({ fields }: TreeNode): boolean {
  const isGrouped = nodesOf(fields.groupClause).length > 0 || fields.groupingSets !== null
  const isCut =
    fields.havingQual !== null ||
    fields.limitCount !== null ||
    fields.limitOffset !== null ||
    fields.setOperations !== null
  const tree = isNode(fields.jointree) ? fields.jointree.fields : undefined
  const readsNothing = tree !== undefined && nodesOf(tree.fromlist).length === 0 && tree.quals === null
  return !isGrouped && !isCut && (fields.hasAggs === 'true' || readsNothing)
}

/** Of a constant: its bytes, of which the first four are its length. */
function textOf(value: TreeValue | undefined): string {
  const words = Array.isArray(value) ? (value as readonly TreeValue[]).map(String) : []
  return Buffer.from(words.slice(words.indexOf('[') + 5, -1).map(Number)).toString('utf8')
}
