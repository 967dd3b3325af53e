/**
 * The statements of a file of SQL, without comments and without their semicolons. Quotes, dollar quotes and parentheses are respected, as
 * far as migrations use them.
 */
export function splitStatements(sql: string): string[] {
  return splitAt(withoutComments(sql), ';')
    .map((statement) => statement.replaceAll(/\s+/gu, ' ').trim())
    .filter((statement) => statement !== '')
}

/** The parts of `text` between separators that stand outside of quotes and parentheses. */
export function splitAt(text: string, separator: ';' | ','): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (token === separator && depth === 0) {
      parts.push(text.slice(from, index))
      from = index + 1
    }
  }
  return [...parts, text.slice(from)]
}

/** Quoted texts as a whole, or one character that matters. */
const tokens = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|[();,]/gu
const comments = /('(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\2\$)|--[^\n]*|\/\*[\s\S]*?\*\//gu

const withoutComments = (sql: string): string => sql.replaceAll(comments, (_all, quoted?: string) => quoted ?? ' ')
