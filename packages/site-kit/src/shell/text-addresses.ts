/** The three text files of a language, in merging order, with the cache-busting time in milliseconds. */
export function textAddresses(language: string, madeAt: number): string[] {
  return [
    `/i18n/${language}.json?t=${madeAt}`,
    `/i18n/library-elements/${language}.json?t=${madeAt}`,
    `/i18n/library-structure/${language}.json?t=${madeAt}`,
  ]
}
