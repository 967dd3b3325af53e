import { useSite } from '@bollard/site-kit'

export interface Links {
  /** An address of this site, given without its language: `/products/antispam`. */
  page(path: string): string
  /** An address of the documentation, given without its language: `/concepts/score`. */
  docs(path: string): string
  signUp: string
}

/** Addresses in the language of the page. */
export function useLinks(): Links {
  const { language, urls } = useSite()
  return {
    page: (path) => `/${language}${path}`,
    docs: (path) => `${urls.docs}/${language}${path}`,
    signUp: `${urls.identity}/${language}/sign-up`,
  }
}
