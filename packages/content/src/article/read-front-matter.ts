import { parse } from 'yaml'
import type { ContentFault, FaultCode } from '../content-fault.ts'
import type { ArticleFront, LegalFront } from './article.ts'
import { articleFrontIn, legalFrontIn } from './read-details.ts'
import type { TextKind } from './text-kind.ts'

export interface FrontMatter {
  readonly title: string
  /** One sentence of at most 160 characters, for search engines and lists. */
  readonly description: string
  /** The place in the section, from small to large. */
  readonly order: number
}

const known: Readonly<Record<TextKind, readonly string[]>> = {
  guide: [],
  article: ['published', 'updated', 'related', 'sources'],
  legal: ['version', 'effective', 'changes'],
}
/** What says less is no sentence that anybody finds an article by. */
const descriptionMin = 50
const fence = /^---\n(.*?\n)---(?:\n|$)/su

/**
 * Splits a file into its front matter and its body. The lines of the front matter stay in the body as empty ones, so that positions in
 * the body are those in the file. Without valid front matter the values are empty and `faults` says why.
 */
export function readFrontMatter(
  file: string,
  source: string,
  kind: TextKind,
): {
  front: FrontMatter
  article: ArticleFront | null
  legal: LegalFront | null
  body: string
  faults: ContentFault[]
} {
  const faults: ContentFault[] = []
  const complain = (detail: string, code: FaultCode = 'front-matter-invalid') =>
    void faults.push({ code, file, line: 1, detail })
  const [whole = '', yaml = ''] = fence.exec(source) ?? []
  if (whole === '') complain('begins with no front matter between two lines of "---"')
  const values = valuesOf(yaml, complain)
  const fields = new Set(['title', 'description', 'order', ...known[kind]])
  for (const name of Object.keys(values)) if (!fields.has(name)) complain(`"${name}" is unknown`)
  const front = { title: '', description: '', order: 0, ...textsIn(values), ...orderIn(values) }
  if (front.title === '') complain('"title" is missing')
  if (front.description === '') complain('"description" is missing')
  if (front.description.length > 160)
    complain(`"description" has ${front.description.length} characters; 160 are allowed`)
  if (kind !== 'guide' && front.description !== '' && front.description.length < descriptionMin)
    complain(
      `"description" has ${front.description.length} characters; ${descriptionMin} are needed`,
      'description-too-short',
    )
  if (!Number.isFinite(values['order'])) complain('"order" is not a number')
  const article = kind === 'article' ? articleFrontIn(values, complain) : null
  const legal = kind === 'legal' ? legalFrontIn(values, complain) : null
  return { front, article, legal, body: '\n'.repeat(whole.split('\n').length - 1) + source.slice(whole.length), faults }
}

function valuesOf(yaml: string, complain: (detail: string) => void): Record<string, unknown> {
  try {
    const value: unknown = parse(yaml)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    complain(error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error))
    return {}
  }
}

function textsIn({ title, description }: Record<string, unknown>): Partial<FrontMatter> {
  return {
    ...(typeof title === 'string' ? { title: title.trim() } : {}),
    ...(typeof description === 'string' ? { description: description.trim() } : {}),
  }
}

function orderIn({ order }: Record<string, unknown>): Partial<FrontMatter> {
  return typeof order === 'number' && Number.isFinite(order) ? { order } : {}
}
