import type { Language } from '@bollard/i18n'

interface Found {
  readonly name: string
  readonly kind: string
  readonly state: string
  readonly tags: readonly string[]
}

interface Reading<S> {
  readonly language: Language
  /** How state and kind of a service are called on the page. */
  readonly wordsOf: (service: S) => readonly string[]
}

/**
 * Those whose name, kind, state or one of whose tags has every word of a search, whatever the case, by name: numbers in names count as
 * numbers. All without a search.
 */
export function findServices<S extends Found>(
  services: readonly S[],
  search: string,
  { language, wordsOf }: Reading<S>,
): S[] {
  const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  const byName = new Intl.Collator(language, { numeric: true })
  return services
    .filter((service) => {
      const { name, kind, state, tags } = service
      const text = [name, kind, state, ...tags, ...wordsOf(service)].join('\n').toLocaleLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((one, other) => byName.compare(one.name, other.name))
}
