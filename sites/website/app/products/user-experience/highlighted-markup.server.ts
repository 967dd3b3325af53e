import { highlight } from '@bollard/content/highlight'
import { markupOf, type WidgetChoice } from './widget-choice.ts'

/** The markup of a choice as safe HTML whose tokens carry classes. */
export function highlightedMarkup(api: string, choice: WidgetChoice): Promise<string> {
  return highlight(markupOf(api, choice), 'html')
}
