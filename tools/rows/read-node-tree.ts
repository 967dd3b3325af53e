/** A node of PostgreSQL's parsed statements, such as `{VAR :varno 1 :varattno 2}`. */
export interface TreeNode {
  readonly kind: string
  readonly fields: Readonly<Record<string, TreeValue>>
}
/** A node, a list, or a word; null for `<>`. A field of several words, such as the bytes of a constant, is a list of them. */
export type TreeValue = TreeNode | readonly TreeValue[] | string | null

/** Reads a `pg_node_tree`. */
export function readNodeTree(text: string): TreeValue {
  const words = text.match(/[(){}]|(?:\\.|[^\s(){}\\])+/gsu) ?? []
  let at = 0
  function readValue(): TreeValue {
    const word = words[at++] ?? ''
    if (word === '(') {
      const list: TreeValue[] = []
      while (words[at] !== ')') list.push(readValue())
      at += 1
      return list
    }
    if (word === '{') return readNode()
    return word === '<>' ? null : word
  }
  function readNode(): TreeNode {
    const kind = words[at++] ?? ''
    const fields: Record<string, TreeValue> = {}
    while (words[at] !== '}') {
      const name = (words[at++] ?? '').slice(1)
      const values: TreeValue[] = []
      while (words[at] !== '}' && words[at]?.startsWith(':') === false) values.push(readValue())
      fields[name] = values.length === 1 ? (values[0] ?? null) : values
    }
    at += 1
    return { kind, fields }
  }
  return readValue()
}

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && 'kind' in value

/** The nodes of a list; none for `<>`. */
export const nodesOf = (value: TreeValue | undefined): readonly TreeNode[] =>
  Array.isArray(value) ? (value as readonly TreeValue[]).filter(isNode) : []

export const numberOf = (value: TreeValue | undefined): number => Number(value ?? 0)

/** Members of a set, such as `(b 1 4)`, or of a list of numbers, such as `(o 23 25)`. */
export const numbersOf = (value: TreeValue | undefined): readonly number[] =>
  Array.isArray(value) ? (value as readonly TreeValue[]).slice(1).map(Number) : []

/** A name as it was written, without what keeps it one word. */
export const nameOf = (value: TreeValue | undefined): string =>
  String(value)
    .replaceAll(/\\(.)/gsu, '$1')
    .replace(/^"(.*)"$/su, '$1')
