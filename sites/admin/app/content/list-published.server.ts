import { reportIds, stories } from '@bollard/content/published'
import type { Language, WebsiteTexts } from '@bollard/i18n'
import { loadSiteTexts } from '@bollard/i18n/load'

export interface Published {
  /** Path on the website, without the language. */
  readonly path: string
  readonly title: string
}
export interface PublishedLists {
  readonly reports: readonly Published[]
  /** `date` is an ISO date, `decision` the number of the decision behind it. */
  readonly highlights: readonly (Published & { readonly date: string; readonly decision: string })[]
}

/** What the website publishes, with the titles that it shows in a language. */
export function listPublished(language: Language): PublishedLists {
  const texts = loadSiteTexts('website', language).merged as unknown as WebsiteTexts
  return {
    reports: reportIds.map((id) => ({ path: `reports/${id}`, title: texts.reports.items[id].title })),
    highlights: stories.map(({ id, date, decision }) => ({
      path: `highlights#${id}`,
      title: texts.highlights.stories[id].title,
      date,
      decision,
    })),
  }
}
