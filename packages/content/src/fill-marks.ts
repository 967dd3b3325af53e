import { docsMark } from './article/address-of.ts'
import type { OperatorValues } from './article/operator-fields.ts'
import { escapeHtml } from './escape-html.ts'

/** The HTML of an article before and after its interactive part. A text without one is all before it. */
export function splitAtPart(html: string): readonly [before: string, after: string] {
  const [before = '', after = ''] = html.split(/<!--part [a-z\d-]+-->/u, 2)
  return [before, after]
}

/** Puts the address of the documentation into a text's links. `form` is what the text is written in. */
export function fillDocsLinks(text: string, docsOrigin: string, form: 'html' | 'markdown'): string {
  const before = form === 'html' ? 'href="' : ']('
  return text.replaceAll(`${before}${docsMark}/`, () => `${before}${docsOrigin}/`)
}

/**
 * Puts what is known of the operator into the HTML of a legal text, and leaves out what is said only of operators with other facts. A
 * fact that the text cannot do without and nobody has stated is a fault of the caller, who has read `needs`: throws an error.
 */
export function fillOperator(html: string, operator: OperatorValues): string {
  const valueOf = (field: string): string | undefined => operator[field as keyof OperatorValues]
  return html
    .replaceAll(/<!--when (has|lacks) (\w+)-->(.*?)<!--end-->/gsu, (_all, word: string, field: string, text: string) =>
      (word === 'has') === (valueOf(field) !== undefined) ? text : '',
    )
    .replaceAll(/\uE000(\w+)\uE001/gu, (_all, field: string) => {
      const value = valueOf(field)
      if (value === undefined) throw new Error(`The legal text needs "${field}" of the operator`)
      return escapeHtml(value).replaceAll('\n', '<br>')
    })
}
