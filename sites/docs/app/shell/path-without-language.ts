import { languageOfPath } from '@bollard/site-kit'

/** `/en/guides/widget/` is `/guides/widget`; the start page is empty. */
export function pathWithoutLanguage(pathname: string): string {
  const rest = languageOfPath(pathname) === null ? pathname : pathname.slice(3)
  return rest.replace(/\/$/u, '')
}
