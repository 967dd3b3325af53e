/** The script element that a page has loaded us with. */
export interface OwnScript {
  /** Where we came from, and so where the widget and the service are. */
  readonly origin: string
  readonly parameters: URLSearchParams
  /** Loaded with `async` or `defer`, so the page cannot know when it is there. */
  readonly late: boolean
}

/**
 * Finds the script that is running now. Where a page has put it together with others, or runs it as a module, nothing is running
 * for the browser; then it is the last one on the page whose address ends in one of `paths`.
 */
export function findOwnScript(page: Document, paths: RegExp): OwnScript {
  const { currentScript } = page
  const running = currentScript && 'src' in currentScript && currentScript.src ? currentScript : undefined
  const script = running ?? [...page.scripts].findLast(({ src }) => paths.test(src.split(/[?#]/u)[0] ?? ''))
  const { origin, searchParams } = new URL(script?.src ?? page.baseURI, page.baseURI)
  return { origin, parameters: searchParams, late: script !== undefined && (script.async || script.defer) }
}
