import display from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import text from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'

/** The two font files that a page needs before its first paint. The code face comes when code is shown. */
export const fontsBeforeFirstPaint: readonly string[] = [text, display]
