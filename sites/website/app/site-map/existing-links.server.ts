import type { Site } from '@bollard/site-kit'
import { existingPaths } from './existing-pages.server.ts'

/** Running text whose links to legal texts that this installation lacks are only words: no operator has stated what those need. */
export function withExistingLinks(html: string, site: Site): string {
  return html.replaceAll(
    /<a href="\/[a-z]{2}(\/legal\/[a-z\d-]+)(?:#[^"]*)?">(.*?)<\/a>/gsu,
    (link, path: string, words: string) => (existingPaths(site).has(path) ? link : words),
  )
}
