/** A word, number, text, comment or sign of a script. Regular expressions are told from divisions by what stands before them. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:\\[\s\S]|[^\\`])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<=(?:^|[=(,:;!&|?{}[\n]|return)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|0x[\da-f]+|[\w$]+(?:\.\d+)?|=>|===|!==|\*\*|\+\+|--|&&|\|\||\?\?|\?\.|<<|>>>?|[=!<>+\-*/%&|^]=|!0\b|!1\b|[^\s]/giu

/**
 * Gives a compressed script its lines back, and undoes abbreviations that have one meaning: `!0`, `!1`, `void 0`, hexadecimal numbers and
 * `\x41` in texts. Names can't be restored: they are no longer in it. Meant for reading; run the original.
 */
export function formatScript(script: string): string {
  const found = spelledOut(script.match(tokens) ?? [])
  const lines: string[] = []
  let line = ''
  let depth = 0
  const brackets: string[] = []
  const end = (): void => {
    if (line.trim() !== '') lines.push('  '.repeat(depth) + line.trim())
    line = ''
  }
  found.forEach((token, index) => {
    const next = found[index + 1]
    if (token === '{') {
      line = `${line.trimEnd()} {`
      end()
      depth++
      brackets.push('{')
    } else if (token === '}') {
      end()
      depth = Math.max(0, depth - 1)
      brackets.pop()
      line = '}'
      if (next !== undefined && !/^(?:[),;.\]]|else|catch|finally|while)$/u.test(next)) end()
      else if (/^[a-z]/u.test(next ?? '')) line += ' '
    } else if (token === ';') {
      line = `${line.trimEnd()};`
      // In the head of a loop it separates and ends nothing.
      if (brackets.at(-1) === '(') line += ' '
      else end()
    } else {
      if ('(['.includes(token)) brackets.push(token)
      if (')]'.includes(token)) brackets.pop()
      line = joined(line, token)
      if (token.startsWith('//')) end()
    }
  })
  end()
  return lines.join('\n')
}

const spaced = /^(?:=>|===?|!==?|&&|\|\||\?\??|[<>*%+\-/|&^]|[<>+\-*/%&|^]=|<<|>>>?|\*\*|=)$/u

function joined(line: string, token: string): string {
  const last = /\S+$/u.exec(line)?.[0] ?? ''
  if (line === '') return token
  if (token === ',') return `${line.trimEnd()}, `
  if (/^[+-]$/u.test(token) && /\breturn\s*$/u.test(line)) return `${line.trimEnd()} ${token}`
  // A sign before a number, after another sign: -1, not - 1.
  if (/^[+-]$/u.test(token) && /[=(,:?[&|<>]\s*$/u.test(line)) return line + token
  if (spaced.test(token)) return `${line.trimEnd()} ${token} `
  if (token === ':') return `${line.trimEnd()}${/ \? [^:]*$/u.test(line) ? ' ' : ''}: `
  if (/^[\w$"'`/]/u.test(token) && /[\w$"'`)]$/u.test(last) && /[\w$)"'`]$/u.test(line)) return `${line} ${token}`
  if (token === '(' && /(?:^|\W)(?:if|for|while|switch|catch|return)$/u.test(line)) return `${line} ${token}`
  return line + token
}

function spelledOut(found: readonly string[]): string[] {
  const result: string[] = []
  for (let index = 0; index < found.length; index++) {
    const token = found[index] ?? ''
    const next = found[index + 1]
    if (token === '!0') result.push('true')
    else if (token === '!1') result.push('false')
    else if (token === 'void' && next === '0') {
      result.push('undefined')
      index++
    } else if (/^0x[\da-f]+$/iu.test(token)) result.push(String(Number(token)))
    else if (/^["']/u.test(token)) result.push(token.replaceAll(/\\x([2-7][\da-f])/giu, readable))
    else result.push(token)
  }
  return result
}

/** The character behind `\x41`; what would end the text, or start another escape, stays as it is. */
function readable(escape: string, code: string): string {
  const character = String.fromCharCode(Number.parseInt(code, 16))
  return /[\w .,:;/?&=()-]/u.test(character) ? character : escape
}
