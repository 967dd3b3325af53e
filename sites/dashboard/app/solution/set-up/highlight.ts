const keywords = [
  'const',
  'await',
  'new',
  'if',
  'return',
  'import',
  'from',
  'with',
  'as',
  'not',
  'raise',
  'exit',
  'curl',
]
/** Strings, keywords as whole words, and tags; whatever else there is stays as it is. */
const token = new RegExp(
  `("[^"\\n]*"|'[^'\\n]*')|(?<![\\w$.-])(${keywords.join('|')})(?![\\w-])|(</?[a-z][a-z-]*|/?>)`,
  'gu',
)

/** Code as safe HTML, one element per line, with the little colour that snippets of a few lines need. */
export function highlight(code: string): string {
  return code
    .split('\n')
    .map((line) => `<span class="line">${colour(line)}</span>`)
    .join('\n')
}

function colour(line: string): string {
  let html = ''
  let end = 0
  for (const match of line.matchAll(token)) {
    const [whole, string] = match
    html += escapeHtml(line.slice(end, match.index))
    html += `<span class="${string === undefined ? 'text-code-keyword' : 'text-code-string'}">${escapeHtml(whole)}</span>`
    end = match.index + whole.length
  }
  return html + escapeHtml(line.slice(end))
}

function escapeHtml(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;').replace(/"/gu, '&quot;')
}
