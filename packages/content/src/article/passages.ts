import type { Root } from 'mdast'
import { anchorsOf } from './anchors.ts'
import type { ContentsEntry, Passage } from './article.ts'
import { plainText } from './plain-text.ts'

/** The article cut at its headings of the second and third level. */
export function passagesOf(tree: Root): Passage[] {
  const anchors = new Map(anchorsOf(tree).map(({ heading, anchor }) => [heading as object, anchor]))
  const passages: { anchor: string | null; heading: string | null; texts: string[] }[] = [
    { anchor: null, heading: null, texts: [] },
  ]
  for (const node of tree.children) {
    if (node.type === 'heading' && node.depth <= 3)
      passages.push({ anchor: anchors.get(node) ?? null, heading: plainText(node), texts: [] })
    else passages.at(-1)?.texts.push(plainText(node))
  }
  return passages.map(({ texts, ...rest }) => ({ ...rest, text: texts.join(' ').replaceAll(/\s+/gu, ' ').trim() }))
}

/** The headings of the second and third level. */
export function contentsOf(tree: Root): ContentsEntry[] {
  return anchorsOf(tree).flatMap(({ heading, anchor }) =>
    heading.depth === 2 || heading.depth === 3 ? [{ level: heading.depth, anchor, text: plainText(heading) }] : [],
  )
}
