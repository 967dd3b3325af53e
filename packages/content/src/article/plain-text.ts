import type { Nodes } from 'mdast'

/** The words of a node, without those of code blocks. */
export function plainText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value
  if (node.type === 'break') return ' '
  if (!('children' in node)) return ''
  const isBlock =
    node.type === 'root' || node.type === 'list' || node.type === 'table' || node.type.startsWith('mdxJsx')
  const between = isBlock || node.type === 'listItem' || node.type === 'tableRow' ? ' ' : ''
  return node.children.map(plainText).join(between)
}
