/** All sections in the order of the sidebar. */
export const sections = [
  'start',
  'concepts',
  'guides',
  'moving',
  'rules',
  'reference',
  'api',
  'errors',
  'operate',
  'help',
] as const
export type Section = (typeof sections)[number]

/** Their pages follow from the contracts. */
const ofContracts: readonly Section[] = ['api', 'errors']

/** The sections that articles are in, each a folder of `content/{language}/docs`. */
export const articleSections = sections.filter((section) => !ofContracts.includes(section))

/** The section that an address without a language is in; null for pages in none, such as the search. */
export function sectionOf(path: string): Section | null {
  const first = path.split('/')[1]
  return sections.find((section) => section === first) ?? null
}
