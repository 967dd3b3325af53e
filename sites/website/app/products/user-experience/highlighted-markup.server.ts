import { highlight } from '@bollard/content/highlight'
import { markupOf, type WidgetChoice } from './widget-choice.ts'

/** There are a few thousand choices, and most visitors see the first. */
const made = new Map<string, Promise<string>>()

/** The markup of a choice as safe HTML whose tokens carry classes. */
export function highlightedMarkup(api: string, choice: WidgetChoice): Promise<string> {
  const markup = markupOf(api, choice)
  const html = made.get(markup) ?? highlight(markup, 'html')
  made.set(markup, html)
  return html
}
