import type { Heading, Nodes, Root } from 'mdast'
import { plainText } from './plain-text.ts'

/** All headings with their anchors, which are those that GitHub gives them; a second one of the same words gets a number. */
export function anchorsOf(tree: Root): { heading: Heading; anchor: string }[] {
  const seen = new Map<string, number>()
  return headingsIn(tree).map((heading) => {
    const words = plainText(heading)
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const earlier = seen.get(words) ?? 0
    seen.set(words, earlier + 1)
    return { heading, anchor: earlier === 0 ? words : `${words}-${earlier}` }
  })
}

function headingsIn(node: Nodes): Heading[] {
  if (node.type === 'heading') return [node]
  return 'children' in node ? node.children.flatMap(headingsIn) : []
}
