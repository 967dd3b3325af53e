/** A designed mail as people see it whose system is light or dark, whatever the reader's own is. */
export function fixColours(html: string, colours: string | null): string {
  const isDark = colours === 'dark'
  return html
    .replaceAll('@media (prefers-color-scheme:dark)', `@media ${isDark ? 'all' : 'not all'}`)
    .replaceAll('color-scheme:light dark', `color-scheme:${isDark ? 'dark' : 'light'}`)
    .replaceAll('content="light dark"', `content="${isDark ? 'dark' : 'light'}"`)
}
