import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx'

/** The attributes of a component; null where one is no text in quotes. */
export function attributesOf(node: MdxJsxFlowElement): Readonly<Record<string, string>> | null {
  const values: Record<string, string> = {}
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute' || typeof attribute.value !== 'string') return null
    values[attribute.name] = attribute.value
  }
  return values
}
