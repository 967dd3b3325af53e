import type { Nodes, Root } from 'mdast'
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx'
import type { ContentFault, FaultCode } from '../content-fault.ts'
import { isHighlighted } from '../highlight.ts'
import { anchorsOf } from './anchors.ts'
import { attributesOf } from './attributes.ts'
import { isOperatorField, operatorFieldIn } from './operator-fields.ts'
import { plainText } from './plain-text.ts'
import type { TextKind } from './text-kind.ts'

/** The components of articles and the attributes that each may have. */
const forAll: Readonly<Record<string, readonly string[]>> = {
  Note: [],
  Warning: [],
  Steps: [],
  Tabs: [],
  Tab: ['label'],
  Snippet: ['file', 'part'],
}
const componentsOf: Readonly<Record<TextKind, Readonly<Record<string, readonly string[]>>>> = {
  guide: forAll,
  article: { ...forAll, Part: ['name'] },
  legal: { ...forAll, When: ['has', 'lacks'] },
}
/** So many tabs have a style. */
export const tabsMax = 8

/** Everything that is wrong with the body of an article, apart from snippets and links. */
export function checkArticle(file: string, tree: Root, kind: TextKind): ContentFault[] {
  const components = componentsOf[kind]
  const faults: ContentFault[] = []
  const complain = (node: Nodes, code: FaultCode, detail: string) =>
    void faults.push({ code, file, line: node.position?.start.line ?? 1, detail })
  let level = 1
  const visit = (node: Nodes, parent: Nodes | null): void => {
    switch (node.type) {
      case 'heading':
        if (node.depth === 1 || node.depth > level + 1 || node.depth > 4)
          complain(
            node,
            'heading-level',
            `level ${node.depth} below level ${level}; the title is level 1, and 4 is the last`,
          )
        level = node.depth
        break
      case 'mdxFlowExpression':
      case 'mdxTextExpression':
        if (kind === 'legal' && operatorFieldIn(node.value) !== null) {
          const field = operatorFieldIn(node.value) ?? ''
          if (!isOperatorField(field)) complain(node, 'operator-field-unknown', field)
          // It would end the paragraph around it.
          if (node.type === 'mdxFlowExpression')
            complain(node, 'expression-not-allowed', `{${node.value}} stands alone on a line`)
        } else if (!isComment(node.value)) complain(node, 'expression-not-allowed', `{${node.value}}`)
        break
      case 'mdxJsxTextElement':
        complain(node, 'component-misused', `<${node.name ?? ''}> stands inside a line`)
        break
      case 'mdxJsxFlowElement':
        for (const detail of misuse(node, parent, components))
          complain(
            node,
            node.name !== null && node.name in components ? 'component-misused' : 'component-unknown',
            detail,
          )
        break
      case 'code':
        if (!isHighlighted(node.lang ?? '')) complain(node, 'code-language-unknown', node.lang ?? '')
        if (!mayBeWritten(node))
          complain(node, 'code-not-tested', 'code of several lines comes from a tested file: use <Snippet>')
        break
      case 'image':
      case 'imageReference':
        complain(node, 'image-not-allowed', node.alt ?? '')
        break
      default:
    }
    if ('children' in node) for (const child of node.children) visit(child, node)
  }
  visit(tree, null)
  for (const { heading, anchor } of anchorsOf(tree))
    if (
      /-\d+$/u.test(anchor) &&
      anchorsOf(tree).some((other) => other.heading !== heading && plainText(other.heading) === plainText(heading))
    )
      complain(heading, 'heading-twice', plainText(heading))
  return faults
}

const isComment = (value: string): boolean => /^\s*\/\*(?:(?!\*\/).)*\*\/\s*$/su.test(value)

/** Commands, one line of anything, the change of one line, and changes that a test applies to a real site, by their name. */
function mayBeWritten({
  lang,
  meta,
  value,
}: {
  lang?: string | null | undefined
  meta?: string | null | undefined
  value: string
}): boolean {
  const lines = value.trim().split('\n').length
  return lang === 'sh' || lines === 1 || (lang === 'diff' && (Boolean(meta) || lines === 2))
}

function misuse(
  node: MdxJsxFlowElement,
  parent: Nodes | null,
  components: Readonly<Record<string, readonly string[]>>,
): string[] {
  const name = node.name ?? ''
  const allowed = components[name]
  if (allowed === undefined) return [`<${name}>`]
  const found: string[] = []
  const attributes = attributesOf(node)
  if (attributes === null) return [`<${name}> takes only texts in quotes`]
  for (const attribute of Object.keys(attributes))
    if (!allowed.includes(attribute)) found.push(`<${name}> has no "${attribute}"`)
  if (name === 'Snippet' || name === 'Part') {
    const needed = name === 'Snippet' ? 'file' : 'name'
    if (!attributes[needed]) found.push(`<${name}> needs "${needed}"`)
    if (node.children.length > 0) found.push(`<${name}> is empty`)
    if (name === 'Part' && parent?.type !== 'root') found.push('<Part> stands on a line of its own')
  } else if (node.children.length === 0) found.push(`<${name}> has no content`)
  if (name === 'When' && !isOperatorField(attributes['has'] ?? attributes['lacks'] ?? ''))
    found.push('<When> needs "has" or "lacks" with a field of the operator')
  const isInTabs = parent?.type === 'mdxJsxFlowElement' && parent.name === 'Tabs'
  if ((name === 'Tab') !== isInTabs)
    found.push(name === 'Tab' ? '<Tab> belongs into <Tabs>' : '<Tabs> takes only <Tab>')
  if (name === 'Tab' && !attributes['label']) found.push('<Tab> needs "label"')
  if (name === 'Tabs' && node.children.length > tabsMax) found.push(`<Tabs> takes ${tabsMax} tabs at most`)
  if (
    name === 'Steps' &&
    !(node.children.length === 1 && node.children[0]?.type === 'list' && node.children[0].ordered)
  )
    found.push('<Steps> takes one ordered list')
  if (name === 'Tabs')
    for (const child of node.children) if (child.type !== 'mdxJsxFlowElement') found.push('<Tabs> takes only <Tab>')
  return found
}
